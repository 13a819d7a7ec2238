-- migration: concurrent
-- The decisions at the plate desk of the last days.
create index concurrently desk_decisions_by_time on desk_decisions (organization_id, decided_at) where undone_at is null;
