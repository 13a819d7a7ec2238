create or replace function lotkeeper.count_starts() returns trigger
  language plpgsql as $$
  declare
    changes lotkeeper.rental_change[];
    -- Whether a car may have lost its first rental at a property.
    has_moved boolean := tg_op = 'DELETE';
  begin
    if tg_op = 'INSERT' then
      select array_agg(row(1, organization_id, spot_pk, start_local_date, rental_type, source,
        start_date, end_date)::lotkeeper.rental_change) into changes from added where removed_at is null;
    elsif tg_op = 'DELETE' then
      select array_agg(row(-1, organization_id, spot_pk, start_local_date, rental_type, source,
        start_date, end_date)::lotkeeper.rental_change) into changes from removed where removed_at is null;
    else
      -- A rental of which nothing changed that is rolled up takes no lock. One whose import was undone no longer counts.
      select array_agg(change),
        bool_or((a.spot_pk, a.car_pk, a.start_date, a.removed_at)
          is distinct from (r.spot_pk, r.car_pk, r.start_date, r.removed_at))
      into changes, has_moved
      from added a join removed r using (organization_id, pk)
      cross join lateral (values
        (row(1, a.organization_id, a.spot_pk, a.start_local_date, a.rental_type, a.source,
          a.start_date, a.end_date)::lotkeeper.rental_change, a.removed_at),
        (row(-1, r.organization_id, r.spot_pk, r.start_local_date, r.rental_type, r.source,
          r.start_date, r.end_date)::lotkeeper.rental_change, r.removed_at)) both_ways(change, gone_at)
      where both_ways.gone_at is null
        and (a.spot_pk, a.start_local_date, a.rental_type, a.source, a.start_date, a.end_date, a.car_pk, a.removed_at)
        is distinct from
          (r.spot_pk, r.start_local_date, r.rental_type, r.source, r.start_date, r.end_date, r.car_pk, r.removed_at);
    end if;
    if changes is null then return null; end if;
    -- This locks the properties, so nobody else writes first rentals there.
    perform lotkeeper.roll_up_rentals(changes);

    if has_moved then
      delete from first_rentals as f using removed r
      where f.organization_id = r.organization_id and f.spot_pk = r.spot_pk and f.car_pk = r.car_pk;

      insert into first_rentals as f
      select gone.organization_id, gone.spot_pk, gone.car_pk, earliest.start_ms
      from (
        select distinct organization_id, spot_pk, car_pk from removed where car_pk is not null) gone
      cross join lateral (
        select min(lotkeeper.epoch_ms(start_date)) as start_ms from rentals
        where organization_id = gone.organization_id and spot_pk = gone.spot_pk and car_pk = gone.car_pk
          and removed_at is null) earliest
      where earliest.start_ms is not null;
    end if;
    if tg_op = 'INSERT' or (tg_op = 'UPDATE' and has_moved) then
      insert into first_rentals as f
      select organization_id, spot_pk, car_pk, min(lotkeeper.epoch_ms(start_date))
      from added where car_pk is not null and removed_at is null
      group by 1, 2, 3
      order by 1, 2, 3
      on conflict (organization_id, spot_pk, car_pk) do update set start_ms = excluded.start_ms
        where excluded.start_ms < f.start_ms;
    end if;
    return null;
  end $$;
