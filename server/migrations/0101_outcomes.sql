-- Each visit ends in one outcome, and counts at the property's day on which it began.
alter table visits
  add column outcome text,
  add column local_date date,
  add column uncollected bigint not null default 0;
-- Rows from before have none, and needn't be read to know that. Each on its own: Citus adds a constraint only so.
alter table visits add constraint visits_outcome check (outcome in ('present', 'rental', 'monthly', 'tenant', 'booking_site', 'valet',
    'enforced', 'violation_paid', 'visitor', 'validated', 'grace', 'unenforced', 'not_customer', 'violation_open',
    'violation_appealed', 'violation_waived', 'misread', 'unexplained')) not valid;
alter table visits add constraint visits_day check ((outcome is null) = (local_date is null)) not valid;
comment on column visits.outcome is 'null = not determined yet';
comment on column visits.local_date is 'the day that it counts in; null without an outcome';
comment on column visits.uncollected is 'what a stay would have brought that wasn''t free, and that nobody paid for';

-- Visits by outcome, but for cars that are still there. Written by the statement that writes the visits, in key order.
create table visit_days (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  outcome text not null,
  visits bigint not null,
  uncollected bigint not null,
  primary key (organization_id, spot_pk, local_date, outcome) include (visits, uncollected)
) with (fillfactor = 70);

-- What visits counted that were deleted since: by retention, or because a driver asked.
create table forgotten_visit_days (like visit_days including all);
comment on table forgotten_visit_days is 'counts of deleted visits';

do $$
declare
  counts text;
begin
  foreach counts in array array['visit_days', 'forgotten_visit_days'] loop
    execute format('alter table %I enable row level security', counts);
    execute format(
      'create policy tenant on %I using (organization_id = any ((select lotkeeper.scope())::bigint[]))', counts);
  end loop;
end
$$;

create function lotkeeper.count_visits() returns trigger
  language plpgsql as $$
  begin
    -- Visits of cars that are still there count later, so most statements change no row here.
    if tg_op = 'INSERT' then
      insert into visit_days as d
      select organization_id, spot_pk, local_date, outcome, count(*), sum(uncollected)
      from added where outcome <> 'present'
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization_id, spot_pk, local_date, outcome) do update set
        visits = d.visits + excluded.visits, uncollected = d.uncollected + excluded.uncollected;
    elsif tg_op = 'DELETE' then
      insert into visit_days as d
      select organization_id, spot_pk, local_date, outcome, -count(*), -sum(uncollected)
      from removed where outcome <> 'present'
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization_id, spot_pk, local_date, outcome) do update set
        visits = d.visits + excluded.visits, uncollected = d.uncollected + excluded.uncollected;
    else
      insert into visit_days as d
      select c.organization_id, c.spot_pk, c.local_date, c.outcome, sum(c.visits), sum(c.uncollected)
      from added a join removed r using (organization_id, pk)
      cross join lateral (values
        (a.organization_id, a.spot_pk, a.local_date, a.outcome, 1, a.uncollected),
        (r.organization_id, r.spot_pk, r.local_date, r.outcome, -1, -r.uncollected))
        c(organization_id, spot_pk, local_date, outcome, visits, uncollected)
      where c.outcome <> 'present' and (a.spot_pk, a.local_date, a.outcome, a.uncollected)
        is distinct from (r.spot_pk, r.local_date, r.outcome, r.uncollected)
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization_id, spot_pk, local_date, outcome) do update set
        visits = d.visits + excluded.visits, uncollected = d.uncollected + excluded.uncollected;
    end if;
    return null;
  end $$;

create trigger count_inserted after insert on visits
  referencing new table as added
  for each statement execute function lotkeeper.count_visits();
create trigger count_updated after update on visits
  referencing old table as removed new table as added
  for each statement execute function lotkeeper.count_visits();
create trigger count_deleted after delete on visits
  referencing old table as removed
  for each statement execute function lotkeeper.count_visits();
