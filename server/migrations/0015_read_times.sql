-- What is known of a camera's clock changes with every read. A read that was paired keeps the time it was paired
-- at, or visits of weeks ago, and what was charged for them, would move when a clock does.
alter table plate_reads add column seen_at timestamptz;
comment on column plate_reads.seen_at is 'captured_at put right by what was known of the camera''s clock when it was first paired';
