-- before delete: append_only
-- before truncate: append_only_truncate
-- before update: append_only
-- after insert: record_inserted, roll_up, roll_up_taxes
-- The names of those that write rollups keep this order, in which all writers lock them.

create or replace trigger append_only before update or delete on ledger_entries
  for each statement execute function lotkeeper.refuse_change();

create or replace trigger append_only_truncate before truncate on ledger_entries
  for each statement execute function lotkeeper.refuse_change();

create or replace trigger record_inserted after insert on ledger_entries
  referencing new table as added
  for each statement execute function lotkeeper.record_entry_events();

create or replace trigger roll_up after insert on ledger_entries
  referencing new table as added
  for each statement execute function lotkeeper.roll_up();

create or replace trigger roll_up_taxes after insert on ledger_entries
  referencing new table as added
  for each statement execute function lotkeeper.roll_up_taxes();
