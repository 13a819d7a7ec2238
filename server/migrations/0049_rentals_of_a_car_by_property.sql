-- How often a car rented at a property is counted from the index alone, however long its history elsewhere is.

create index rentals_of_car on rentals (organization_id, car_pk, start_date) include (spot_pk)
  where car_pk is not null;
drop index rentals_by_car;
alter index rentals_of_car rename to rentals_by_car;
