-- Penalties of a property by day, without the charges beside them: no rollup tells the two apart.
create index ledger_entries_penalties on ledger_entries (organization_id, spot_pk, local_date)
  include (rental_type, gross) where kind = 'penalty';
