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
