-- before insert: set_key
-- after delete: count_deleted
-- after insert: count_inserted, record_inserted
-- after update: count_updated, record_updated

create or replace trigger count_deleted after delete on visits
  referencing old table as removed
  for each statement execute function lotkeeper.count_visits();

create or replace trigger count_inserted after insert on visits
  referencing new table as added
  for each statement execute function lotkeeper.count_visits();

create or replace trigger count_updated after update on visits
  referencing old table as removed new table as added
  for each statement execute function lotkeeper.count_visits();

create or replace trigger record_inserted after insert on visits
  referencing new table as added
  for each statement execute function lotkeeper.record_visit_events();

create or replace trigger record_updated after update on visits
  referencing old table as removed new table as added
  for each statement execute function lotkeeper.record_visit_events();

create or replace trigger set_key before insert on visits
  for each row when (new.plate_key = '') execute function lotkeeper.set_visit_key();
