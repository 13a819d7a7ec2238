-- How late payments and exits usually come at a property: charges wait for them.
alter table spots add column late_minutes smallint[] not null default '{}';
comment on column spots.late_minutes is 'how many minutes after the grace minutes its last stays turned out to owe nothing, newest first';

-- A camera that sends several reads of a car counted each of them.
update camera_hours h set reads = greatest(0, h.reads - n.reads)
from (
  select organization_id, camera_pk, local_date, local_hour, count(*) as reads from plate_reads
  where superseded and camera_pk is not null and local_date is not null
  group by 1, 2, 3, 4) n
where h.organization_id = n.organization_id and h.camera_pk = n.camera_pk
  and h.local_date = n.local_date and h.local_hour = n.local_hour;
