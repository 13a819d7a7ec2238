-- Visits by month, so that a year of many properties is read from few rows. No release counts days yet, so there is
-- nothing to add up; in a database that does, npm run ledger:rebuild adds it.
create table visit_months (like visit_days including all);
create table forgotten_visit_months (like visit_days including all);
comment on table visit_months is 'visit_days by month; local_date is its first day';
comment on table forgotten_visit_months is 'forgotten_visit_days by month';

do $$
declare
  counts text;
begin
  foreach counts in array array['visit_months', 'forgotten_visit_months'] loop
    execute format('alter table %I enable row level security', counts);
    execute format(
      'create policy tenant on %I using (organization_id = any ((select lotkeeper.scope())::bigint[]))', counts);
  end loop;
end
$$;

-- In key order, so that two writers can't deadlock.
create function lotkeeper.add_visit_counts(counts jsonb) returns void
  language plpgsql as $$
  begin
    insert into visit_days as d
    select r.organization_id, r.spot_pk, r.local_date, r.outcome, r.visits, r.uncollected
    from jsonb_to_recordset(counts) as r(organization_id bigint, spot_pk bigint, local_date date, outcome text,
      visits bigint, uncollected bigint)
    order by 1, 2, 3, 4
    on conflict (organization_id, spot_pk, local_date, outcome) do update set
      visits = d.visits + excluded.visits, uncollected = d.uncollected + excluded.uncollected;
    insert into visit_months as m
    select r.organization_id, r.spot_pk, date_trunc('month', r.local_date::timestamp)::date, r.outcome,
      sum(r.visits), sum(r.uncollected)
    from jsonb_to_recordset(counts) as r(organization_id bigint, spot_pk bigint, local_date date, outcome text,
      visits bigint, uncollected bigint)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (organization_id, spot_pk, local_date, outcome) do update set
      visits = m.visits + excluded.visits, uncollected = m.uncollected + excluded.uncollected;
  end $$;

create or replace function lotkeeper.count_visits() returns trigger
  language plpgsql as $$
  declare
    counts jsonb;
  begin
    if tg_op = 'INSERT' then
      select jsonb_agg(to_jsonb(c)) into counts from (
        select organization_id, spot_pk, local_date, outcome, count(*) as visits, sum(uncollected) as uncollected
        from added where outcome <> 'present' group by 1, 2, 3, 4) c;
    elsif tg_op = 'DELETE' then
      select jsonb_agg(to_jsonb(c)) into counts from (
        select organization_id, spot_pk, local_date, outcome, -count(*) as visits, -sum(uncollected) as uncollected
        from removed where outcome <> 'present' group by 1, 2, 3, 4) c;
    else
      select jsonb_agg(to_jsonb(c)) into counts from (
        select c.organization_id, c.spot_pk, c.local_date, c.outcome, sum(c.visits) as visits,
          sum(c.uncollected) as uncollected
        from added a join removed r using (organization_id, pk)
        cross join lateral (values
          (a.organization_id, a.spot_pk, a.local_date, a.outcome, 1, a.uncollected),
          (r.organization_id, r.spot_pk, r.local_date, r.outcome, -1, -r.uncollected))
          c(organization_id, spot_pk, local_date, outcome, visits, uncollected)
        where c.outcome <> 'present' and (a.spot_pk, a.local_date, a.outcome, a.uncollected)
          is distinct from (r.spot_pk, r.local_date, r.outcome, r.uncollected)
        group by 1, 2, 3, 4) c;
    end if;
    -- Visits of cars that are still there count later, so most statements change nothing here.
    if counts is not null then
      perform lotkeeper.add_visit_counts(counts);
    end if;
    return null;
  end $$;
