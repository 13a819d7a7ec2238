-- migration: concurrent
-- The first rentals of cars that were recorded before 0100, property by property.
call lotkeeper.fill_first_rentals();
