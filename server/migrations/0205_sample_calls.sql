-- What the sample call of a key recorded can be taken back, as imported history can.
alter table ledger_entries
  drop constraint ledger_entries_rentals_range,
  add constraint ledger_entries_rentals_range
    check (rentals between 0 and 1 or source in ('history', 'sample_call') and rentals = -1) not valid;
