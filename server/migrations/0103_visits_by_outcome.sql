-- migration: concurrent
-- The visits behind each outcome, newest first. Those of cars that are still there are found by being due.
create index concurrently visits_by_outcome on visits
  (organization_id, spot_pk, outcome, local_date desc, pk desc) where outcome <> 'present';
