-- migration: concurrent
-- The visits behind each outcome, newest first.
create index concurrently visits_by_outcome on visits
  (organization_id, spot_pk, outcome, local_date desc, pk desc) where outcome is not null;
