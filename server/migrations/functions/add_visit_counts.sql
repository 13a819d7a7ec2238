-- In key order, so that two writers can't deadlock.
create or replace function lotkeeper.add_visit_counts(counts jsonb) returns void
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
