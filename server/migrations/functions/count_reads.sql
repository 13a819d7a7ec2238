-- Written by the statement that writes the reads, in key order. Reads are never removed, and only those that
-- waited for a property get their hour later: what places them counts them.
-- A vehicle whose plate a camera couldn't read is a read without a plate, and isn't counted as one with a plate.
create or replace function lotkeeper.count_reads() returns trigger
  language plpgsql as $$
  begin
    insert into camera_hours as h (organization_id, camera_pk, local_date, local_hour, reads, unread)
    select organization_id, camera_pk, local_date, local_hour,
      count(*) filter (where plate_key <> ''), count(*) filter (where plate_key = '') from added
    where camera_pk is not null and local_date is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (organization_id, camera_pk, local_date, local_hour)
      do update set reads = h.reads + excluded.reads, unread = h.unread + excluded.unread;
    return null;
  end $$;
