-- after insert: record_inserted
-- after update: record_updated

create or replace trigger record_inserted after insert on violations
  referencing new table as added
  for each statement execute function lotkeeper.record_violation_events();

create or replace trigger record_updated after update on violations
  referencing old table as removed new table as added
  for each statement execute function lotkeeper.record_violation_events();
