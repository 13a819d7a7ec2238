-- Which cars come how often, and on which weekdays: read for half a year of one property from the index alone.
drop index rentals_by_start;
create index rentals_by_start on rentals (organization_id, spot_pk, start_date)
  include (end_date, source, rental_type, car_pk, start_local_date);
