-- How late payments usually come at a property: charges wait for them.
alter table spots add column late_minutes int[] not null default '{}';
comment on column spots.late_minutes is 'how many minutes after the grace minutes its last stays turned out to be paid, newest first';

-- A missed exit and a missed entrance make one stay of two, usually of less than a day.
alter table spots alter column hold_above_hours set default 12;

-- Where a read proves nothing, nothing is suggested.
alter table desk_decisions drop constraint desk_decisions_suggested_check;
alter table desk_decisions add constraint desk_decisions_suggested_check
  check (suggested in ('confirmed', 'misread', 'not_customer', 'corrected', 'joined', 'split', 'none')) not valid;

-- A camera that sends several reads of a car counted each of them. Its usual hours go back five weeks.
create procedure lotkeeper.fill_camera_hours()
  language plpgsql as $$
  declare
    organization bigint;
  begin
    for organization in select pk from organizations order by pk
    loop
      update camera_hours h set reads = n.cars
      from (
        select camera_pk, local_date, local_hour, count(*) as reads, count(*) filter (where not superseded) as cars
        from plate_reads
        where organization_id = organization and camera_pk is not null and local_date > current_date - 36
        group by 1, 2, 3 having bool_or(superseded)) n
      where h.organization_id = organization and h.camera_pk = n.camera_pk and h.local_date = n.local_date
        and h.local_hour = n.local_hour and h.reads = n.reads;
      commit;
    end loop;
  end $$;
