-- migration: concurrent
-- Until this release, rentals whose import was undone began and ended in 1900. Their own times weren't kept.
-- batch
update rentals set removed_at = recorded_at
where (organization_id, pk) in (
  select organization_id, pk from rentals
  where start_date <= '1900-01-01 00:00:00+00' and removed_at is null limit 5000);

-- What is counted and listed from an index alone knows which rentals count.
create index concurrently rentals_ends on rentals (organization_id, spot_pk, end_date)
  include (start_date, rental_type, removed_at);
drop index concurrently if exists rentals_by_end;
create index concurrently rentals_long_stays on rentals (organization_id, spot_pk, end_date)
  include (start_date, source, removed_at)
  where end_date is null or end_date - start_date > interval '31 days';
drop index concurrently if exists rentals_of_long_stays;
create index concurrently rentals_starts on rentals (organization_id, spot_pk, start_date)
  include (end_date, source, rental_type, car_pk, start_local_date, removed_at);
drop index concurrently if exists rentals_by_start;
create index concurrently rentals_of_cars on rentals (organization_id, car_pk, start_date) include (spot_pk, removed_at)
  where car_pk is not null;
drop index concurrently if exists rentals_by_car;
