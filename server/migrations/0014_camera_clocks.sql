-- Delays tell of a clock only when they are of moments apart: a queue that empties, or ten readings of one
-- car, would all be late by the same.

alter table cameras add column delays_until timestamptz;
comment on column cameras.delays_until is 'captured_at of the newest of recent_delays_ms';
comment on column cameras.recent_delays_ms is
  'received_at less captured_at of its last reads, newest first, each captured half a minute or more after the one before';
