create or replace function lotkeeper.count_changed_visitors() returns trigger
  language plpgsql as $$
  begin
    perform lotkeeper.take_turns_at(organization_id, spot_pk) from (
      select distinct organization_id, spot_pk from after_it order by organization_id, spot_pk) s;
    insert into visitor_hours (organization_id, spot_pk, ends_in, visitors)
    select organization_id, spot_pk, date_trunc('hour', lasts_until, 'UTC') as hour, sum(change)
    from (
      select organization_id, spot_pk, lasts_until, deleted_at, 1 as change from after_it
      union all select organization_id, spot_pk, lasts_until, deleted_at, -1 from before_it) c
    where deleted_at is null and lasts_until <> '-infinity'
    group by organization_id, spot_pk, hour having sum(change) <> 0
    order by organization_id, spot_pk, hour
    on conflict (organization_id, spot_pk, ends_in) do update
      set visitors = visitor_hours.visitors + excluded.visitors;
    return null;
  end $$;
