-- migration: concurrent
-- Visits whose entrance or exit nobody saw, by day: counted from the index alone.
create index concurrently visits_one_sided on visits (organization_id, spot_pk, local_date)
  include (outcome, entrance_at, uncollected)
  where outcome <> 'present' and (entrance_at is null or exit_at is null);
