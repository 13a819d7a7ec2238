-- The movements of a property in a range of days, which an owner downloads: read in the order of the file, without
-- a sort and without the other properties' rows.
create index ledger_entries_by_day on ledger_entries (organization_id, spot_pk, local_date, pk)
  where spot_pk is not null;
