-- after insert: count_inserted

create or replace trigger count_inserted after insert on plate_reads
  referencing new table as added
  for each statement execute function lotkeeper.count_reads();
