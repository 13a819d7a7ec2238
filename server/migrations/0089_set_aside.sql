-- migration: concurrent
-- What was set aside, for the page Cameras.
create index concurrently plate_reads_set_aside on plate_reads (organization_id, pk) where set_aside is not null;

create index concurrently visits_set_aside on visits (organization_id, pk) where set_aside is not null;
