-- migration: concurrent
-- The clocks that are behind, of which the furthest says how far back reads may be dated: few, whatever an organization has.
create index concurrently cameras_behind on cameras (organization_id, clock_offset_ms) where clock_offset_ms < 0;
