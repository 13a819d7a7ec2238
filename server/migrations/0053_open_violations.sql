-- The open violations of a property with their sum: as many rows as are open, whatever the history.
create index violations_open on violations (organization_id, spot_pk, created_at desc, pk desc)
  include (amount) where status = 'Created';
