-- after insert: count_new
-- after update: count_changed

create or replace trigger count_changed after update on visitors
  referencing old table as before_it new table as after_it
  for each statement execute function lotkeeper.count_changed_visitors();

create or replace trigger count_new after insert on visitors referencing new table as added
  for each statement execute function lotkeeper.count_new_visitors();
