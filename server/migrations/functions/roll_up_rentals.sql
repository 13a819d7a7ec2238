-- A transaction may write rentals by two statements (enforcement ends some and starts others), so what
-- changes the rollups of a property holds its lock first, all properties of a statement in one order.
create or replace function lotkeeper.roll_up_rentals(changes lotkeeper.rental_change[]) returns void
  language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('rentals', spot_pk)) from (
      select distinct spot_pk from unnest(changes) order by 1) spots;

    insert into rental_days as d
    select organization_id, spot_pk, local_date, sum(sign) from unnest(changes)
    -- Until this release, those whose import was undone began in 1900.
    where start_date > '1900-01-01 00:00:00+00'
    group by 1, 2, 3 having sum(sign) <> 0
    order by 1, 2, 3
    on conflict (organization_id, spot_pk, local_date) do update set rentals = d.rentals + excluded.rentals;

    insert into rental_stays as d
    select organization_id, spot_pk, local_date, rental_type, source,
      sum(sign), sum(sign * lotkeeper.whole_minutes(start_date, end_date))
    from unnest(changes) where lotkeeper.is_stay(rental_type, start_date, end_date)
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (organization_id, spot_pk, local_date, rental_type, source) do update set
      stays = d.stays + excluded.stays, minutes = d.minutes + excluded.minutes;

    insert into rental_hours as d
    select organization_id, spot_pk, date_bin('1 hour', moment, 'epoch'), sum(begun),
      sum(begun * lotkeeper.seconds_into_hour(moment)), sum(ended),
      sum(ended * lotkeeper.seconds_into_hour(moment)), sum(stays), sum(minutes)
    from (
      select organization_id, spot_pk, start_date as moment, sign as begun, 0 as ended,
        case when lotkeeper.is_stay(rental_type, start_date, end_date) then sign else 0 end as stays,
        case when lotkeeper.is_stay(rental_type, start_date, end_date)
          then sign * lotkeeper.whole_minutes(start_date, end_date) else 0 end as minutes
      from unnest(changes) where end_date is null or end_date > start_date
      union all
      select organization_id, spot_pk, end_date, 0, sign, 0, 0
      from unnest(changes) where end_date > start_date) moves
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (organization_id, spot_pk, hour) do update set
      begun = d.begun + excluded.begun,
      begun_seconds = d.begun_seconds + excluded.begun_seconds,
      ended = d.ended + excluded.ended,
      ended_seconds = d.ended_seconds + excluded.ended_seconds,
      stays = d.stays + excluded.stays,
      minutes = d.minutes + excluded.minutes;
  end $$;
