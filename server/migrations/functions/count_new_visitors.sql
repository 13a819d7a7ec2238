create or replace function lotkeeper.count_new_visitors() returns trigger
  language plpgsql as $$
  begin
    perform lotkeeper.take_turns_at(organization_id, spot_pk) from (
      select distinct organization_id, spot_pk from added order by organization_id, spot_pk) s;
    insert into visitor_hours (organization_id, spot_pk, ends_in, visitors)
    select organization_id, spot_pk, date_trunc('hour', lasts_until, 'UTC') as hour, count(*) from added
    where deleted_at is null and lasts_until <> '-infinity'
    group by organization_id, spot_pk, hour order by organization_id, spot_pk, hour
    on conflict (organization_id, spot_pk, ends_in) do update
      set visitors = visitor_hours.visitors + excluded.visitors;
    return null;
  end $$;
