-- migration: concurrent
-- Whose last seal is new, for the alert that one is late.
create index concurrently day_seals_by_date on day_seals (local_date, organization_id);
