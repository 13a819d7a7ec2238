-- migration: concurrent
-- The visits that wait for a person, newest day first.
create index concurrently visits_for_desk on visits (organization_id, spot_pk, local_date desc, pk desc)
  where reviewed_at is null and (outcome = 'unexplained' or verdict is not null);
