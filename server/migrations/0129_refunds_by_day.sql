-- migration: concurrent
-- The tax of a property's refunds by day, without the charges beside them: no rollup has the two apart.
create index concurrently ledger_entries_refunds on ledger_entries (organization_id, spot_pk, local_date)
  include (rental_type, tax) where kind = 'refund';
