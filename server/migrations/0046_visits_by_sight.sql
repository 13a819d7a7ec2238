-- Row-level security lets the planner use an index only for conditions that it knows to leak nothing, and coalesce
-- is not among them: a day of the driver log read all visits of the property. A case is.
drop index visits_by_sight;
create index visits_by_sight on visits
  (organization_id, spot_pk, (case when entrance_at is null then exit_at else entrance_at end), pk);
