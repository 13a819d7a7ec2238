-- How cameras do: what is usual for an hour of theirs, how their clocks go, and what nobody could read.

alter table plate_reads
  add column local_date date,
  add column local_hour smallint check (local_hour between 0 and 23);
comment on column plate_reads.local_date is 'by the property''s calendar; null until the camera has a property';
-- What waits for a camera to be placed.
create index plate_reads_unplaced on plate_reads (organization_id, camera_pk) where spot_pk is null;

-- A picture of a camera that has no property yet waits with its read.
alter table images alter column spot_pk drop not null;

alter table cameras
  add column heartbeat_at timestamptz,
  add column heartbeat_every_ms bigint check (heartbeat_every_ms > 0),
  add column recent_delays_ms bigint[] not null default '{}';
comment on column cameras.heartbeat_at is 'its last regular sign of life; null while it sends none';
comment on column cameras.recent_delays_ms is 'received_at less captured_at of its last reads, newest first';

alter table camera_messages add column sameness bytea;
update camera_messages set sameness = sha256(body || convert_to(pk::text, 'UTF8'));
alter table camera_messages alter column sameness set not null;
create unique index camera_messages_same on camera_messages (organization_id, feed_pk, sameness);
comment on column camera_messages.sameness is
  'hash of what makes a message the same one: its content, or of a heartbeat and an ignored one its kind, so that the newest stays';

-- How many reads a camera made in an hour of its property's calendar.
create table camera_hours (
  organization_id bigint not null,
  camera_pk bigint not null,
  local_date date not null,
  local_hour smallint not null,
  reads bigint not null,
  primary key (organization_id, camera_pk, local_date, local_hour)
) with (fillfactor = 70);

-- Written by the statement that writes the reads, in key order. Reads are never removed, and only those that
-- waited for a property get their hour later: whoever places them counts them.
create function lotkeeper.count_reads() returns trigger
  language plpgsql as $$
  begin
    insert into camera_hours as h
    select organization_id, camera_pk, local_date, local_hour, count(*) from added
    where camera_pk is not null and local_date is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (organization_id, camera_pk, local_date, local_hour) do update set reads = h.reads + excluded.reads;
    return null;
  end $$;
create trigger count_inserted after insert on plate_reads
  referencing new table as added
  for each statement execute function lotkeeper.count_reads();

alter table camera_hours enable row level security;
create policy tenant on camera_hours using (organization_id = any ((select lotkeeper.scope())::bigint[]));

create index camera_messages_unread on camera_messages (organization_id, feed_pk, received_at desc)
  where outcome = 'unknown' and body <> '';
