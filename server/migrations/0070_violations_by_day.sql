-- Counts and sums the violations of a range of days, of any status, without reading the rows.
create index violations_by_day on violations (organization_id, spot_pk, created_at desc, pk desc)
  include (status, amount);
drop index violations_recent;
