-- after delete: count_deleted
-- after insert: count_inserted, record_inserted
-- after update: count_updated, record_updated

create or replace trigger count_deleted after delete on rentals
  referencing old table as removed
  for each statement execute function lotkeeper.count_starts();

create or replace trigger count_inserted after insert on rentals
  referencing new table as added
  for each statement execute function lotkeeper.count_starts();

create or replace trigger count_updated after update on rentals
  referencing old table as removed new table as added
  for each statement execute function lotkeeper.count_starts();

create or replace trigger record_inserted after insert on rentals
  referencing new table as added
  for each statement execute function lotkeeper.record_rental_events();

create or replace trigger record_updated after update on rentals
  referencing old table as removed new table as added
  for each statement execute function lotkeeper.record_rental_events();
