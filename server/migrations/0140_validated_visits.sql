-- migration: concurrent
-- All that the validation bills of a month need, without reading the visits themselves.
create index concurrently visits_validated on visits (organization_id, spot_pk, local_date, pk)
  include (validation_code_pk, validation_value, entrance_at, exit_at) where outcome = 'validated';

-- Validated visits from before there were bills, and those that another release counts.
create index concurrently visits_unpriced on visits (organization_id, pk)
  where outcome = 'validated' and validation_value is null;
