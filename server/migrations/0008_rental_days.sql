-- How many rentals begin at a property on a day of its calendar: the slots overview reads a year of it
-- instead of the year's rentals. Written by the statement that writes the rentals, in key order.

create table rental_days (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  rentals bigint not null,
  primary key (organization_id, spot_pk, local_date)
) with (fillfactor = 70);

insert into rental_days
select organization_id, spot_pk, start_local_date, count(*) from rentals group by 1, 2, 3;

create function lotkeeper.count_starts() returns trigger
  language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into rental_days as d
      select organization_id, spot_pk, start_local_date, count(*) from added
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (organization_id, spot_pk, local_date) do update set rentals = d.rentals + excluded.rentals;
    elsif tg_op = 'DELETE' then
      insert into rental_days as d
      select organization_id, spot_pk, start_local_date, -count(*) from removed
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (organization_id, spot_pk, local_date) do update set rentals = d.rentals + excluded.rentals;
    else
      insert into rental_days as d
      select organization_id, spot_pk, start_local_date, sum(change) from (
        select organization_id, spot_pk, start_local_date, 1 as change from added
        union all
        select organization_id, spot_pk, start_local_date, -1 from removed) moved
      group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
      on conflict (organization_id, spot_pk, local_date) do update set rentals = d.rentals + excluded.rentals;
    end if;
    return null;
  end $$;

create trigger count_inserted after insert on rentals
  referencing new table as added
  for each statement execute function lotkeeper.count_starts();
create trigger count_updated after update on rentals
  referencing old table as removed new table as added
  for each statement execute function lotkeeper.count_starts();
create trigger count_deleted after delete on rentals
  referencing old table as removed
  for each statement execute function lotkeeper.count_starts();

alter table rental_days enable row level security;
create policy tenant on rental_days using (organization_id = any ((select lotkeeper.scope())::bigint[]));
grant select, insert, update on rental_days to lotkeeper_app;
