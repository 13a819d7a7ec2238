-- The secret keys that servers started with, by a hash from which none can be computed, so that a different one is noticed.
create table secret_keys (
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{64}$'),
  first_used_at timestamptz not null,
  last_used_at timestamptz not null
);
revoke all on secret_keys from lotkeeper_app;
