-- A read whose time can't be read counts at its arrival, and says so.
alter table plate_reads add column time_of_arrival boolean not null default false;
comment on column plate_reads.time_of_arrival is 'captured_at is when it came: the camera told no time that can be read';
