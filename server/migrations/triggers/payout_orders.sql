-- after update: record_updated

create or replace trigger record_updated after update on payout_orders
  referencing old table as removed new table as added
  for each statement execute function lotkeeper.record_payout_events();
