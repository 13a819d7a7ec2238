-- migration: concurrent
-- Charges after the first of a rental, by day: Close looks among them for those that were recorded twice.
create index concurrently ledger_entries_later_charges on ledger_entries (organization_id, spot_pk, local_date)
  where kind = 'charge' and rentals = 0 and gross > 0;
