-- migration: concurrent
-- Visits from before outcomes were kept, and those that another release writes meanwhile: a job counts them.
create index concurrently visits_uncounted on visits (organization_id, pk) where outcome is null and due_at is null;
