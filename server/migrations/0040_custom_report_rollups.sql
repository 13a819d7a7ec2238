-- What custom reports read: money by the hour and by the source with all its parts, how long rentals stayed, and
-- when they came and went.

-- Hours hold what days hold, refunds too.
alter table revenue_hours
  add column refunds bigint not null default 0,
  add column tax bigint not null default 0,
  add column processing_fee bigint not null default 0,
  add column commission bigint not null default 0;

create table revenue_sources (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  source text not null,
  gross bigint not null,
  refunds bigint not null,
  tax bigint not null,
  processing_fee bigint not null,
  commission bigint not null,
  rentals bigint not null,
  primary key (organization_id, spot_pk, local_date, source)
) with (fillfactor = 70);

create table rental_stays (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  rental_type text not null,
  source text not null,
  stays bigint not null,
  minutes bigint not null,
  primary key (organization_id, spot_pk, local_date, rental_type, source)
) with (fillfactor = 70);
comment on table rental_stays is
  'transient rentals with an end, by the day on which they begin, and how many minutes they are long together';

create table rental_hours (
  organization_id bigint not null,
  spot_pk bigint not null,
  hour timestamptz not null,
  begun bigint not null,
  begun_seconds bigint not null,
  ended bigint not null,
  ended_seconds bigint not null,
  stays bigint not null,
  minutes bigint not null,
  primary key (organization_id, spot_pk, hour)
) with (fillfactor = 70);
comment on column rental_hours.hour is 'of UTC, since SQL converts no time: the property''s hour is told in code';
comment on column rental_hours.begun_seconds is 'how far into the hour its rentals began, added up';
comment on column rental_hours.minutes is 'of the transient rentals that begin in the hour; stays is how many they are';

do $$
declare
  tenant text;
begin
  foreach tenant in array array['revenue_sources', 'rental_stays', 'rental_hours'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format(
      'create policy tenant on %I using (organization_id = any ((select lotkeeper.scope())::bigint[]))', tenant);
  end loop;
end
$$;

-- As in migration 0004, but hours keep every part, and sources come last.
create or replace function lotkeeper.roll_up() returns trigger
  language plpgsql as $$
  begin
    insert into revenue_hours as r (organization_id, spot_pk, local_date, local_hour, rental_type,
      gross, refunds, tax, processing_fee, commission, rentals)
    select organization_id, spot_pk, local_date, local_hour, rental_type,
      sum(gross), sum(refund), sum(tax), sum(processing_fee), sum(commission), sum(rentals)
    from added where kind <> 'payout'
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (organization_id, spot_pk, local_date, local_hour, rental_type) do update set
      gross = r.gross + excluded.gross,
      refunds = r.refunds + excluded.refunds,
      tax = r.tax + excluded.tax,
      processing_fee = r.processing_fee + excluded.processing_fee,
      commission = r.commission + excluded.commission,
      rentals = r.rentals + excluded.rentals;

    insert into revenue_days as r
    select organization_id, spot_pk, local_date, rental_type,
      sum(gross), sum(refund), count(*) filter (where kind = 'refund'), sum(tax), sum(processing_fee),
      sum(commission), sum(enforcement), count(*) filter (where enforcement <> 0), sum(marketing),
      sum(dynamic_pricing), sum(rentals)
    from added where kind <> 'payout'
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (organization_id, spot_pk, local_date, rental_type) do update set
      gross = r.gross + excluded.gross,
      refunds = r.refunds + excluded.refunds,
      refund_count = r.refund_count + excluded.refund_count,
      tax = r.tax + excluded.tax,
      processing_fee = r.processing_fee + excluded.processing_fee,
      commission = r.commission + excluded.commission,
      enforcement = r.enforcement + excluded.enforcement,
      enforcement_count = r.enforcement_count + excluded.enforcement_count,
      marketing = r.marketing + excluded.marketing,
      dynamic_pricing = r.dynamic_pricing + excluded.dynamic_pricing,
      rentals = r.rentals + excluded.rentals;

    insert into revenue_months as r
    select organization_id, spot_pk, date_trunc('month', local_date::timestamp)::date, rental_type,
      sum(gross), sum(refund), count(*) filter (where kind = 'refund'), sum(tax), sum(processing_fee),
      sum(commission), sum(enforcement), count(*) filter (where enforcement <> 0), sum(marketing),
      sum(dynamic_pricing), sum(rentals)
    from added where kind <> 'payout'
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (organization_id, spot_pk, local_date, rental_type) do update set
      gross = r.gross + excluded.gross,
      refunds = r.refunds + excluded.refunds,
      refund_count = r.refund_count + excluded.refund_count,
      tax = r.tax + excluded.tax,
      processing_fee = r.processing_fee + excluded.processing_fee,
      commission = r.commission + excluded.commission,
      enforcement = r.enforcement + excluded.enforcement,
      enforcement_count = r.enforcement_count + excluded.enforcement_count,
      marketing = r.marketing + excluded.marketing,
      dynamic_pricing = r.dynamic_pricing + excluded.dynamic_pricing,
      rentals = r.rentals + excluded.rentals;

    insert into revenue_sources as r
    select organization_id, spot_pk, local_date, source,
      sum(gross), sum(refund), sum(tax), sum(processing_fee), sum(commission), sum(rentals)
    from added where kind <> 'payout'
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (organization_id, spot_pk, local_date, source) do update set
      gross = r.gross + excluded.gross,
      refunds = r.refunds + excluded.refunds,
      tax = r.tax + excluded.tax,
      processing_fee = r.processing_fee + excluded.processing_fee,
      commission = r.commission + excluded.commission,
      rentals = r.rentals + excluded.rentals;
    return null;
  end $$;

-- Whether a rental has a length that means something: transient, with an end after its start.
create function lotkeeper.is_stay(rental_type text, start_date timestamptz, end_date timestamptz) returns boolean
  language sql immutable parallel safe
  return rental_type in ('hourly', 'daily', 'flat_rate', 'free_until_hourly')
    and coalesce(end_date > start_date, false);

create function lotkeeper.whole_minutes(start_date timestamptz, end_date timestamptz) returns bigint
  language sql immutable parallel safe
  return floor(extract(epoch from end_date - start_date) / 60)::bigint;

create function lotkeeper.seconds_into_hour(moment timestamptz) returns bigint
  language sql immutable parallel safe
  return floor(mod(extract(epoch from moment), 3600))::bigint;

-- A rental that came (1) or is taken back (-1), as far as the rollups know it.
create type lotkeeper.rental_change as (
  sign int,
  organization_id bigint,
  spot_pk bigint,
  local_date date,
  rental_type text,
  source text,
  start_date timestamptz,
  end_date timestamptz
);

-- A transaction may write rentals by two statements (enforcement ends some and starts others), so whoever
-- changes the rollups of a property holds its lock first, all properties of a statement in one order.
create function lotkeeper.roll_up_rentals(changes lotkeeper.rental_change[]) returns void
  language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('rentals', spot_pk)) from (
      select distinct spot_pk from unnest(changes) order by 1) spots;

    insert into rental_days as d
    select organization_id, spot_pk, local_date, sum(sign) from unnest(changes)
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

create or replace function lotkeeper.count_starts() returns trigger
  language plpgsql as $$
  declare
    changes lotkeeper.rental_change[];
  begin
    if tg_op = 'INSERT' then
      select array_agg(row(1, organization_id, spot_pk, start_local_date, rental_type, source,
        start_date, end_date)::lotkeeper.rental_change) into changes from added;
    elsif tg_op = 'DELETE' then
      select array_agg(row(-1, organization_id, spot_pk, start_local_date, rental_type, source,
        start_date, end_date)::lotkeeper.rental_change) into changes from removed;
    else
      -- A rental of which nothing changed that is rolled up takes no lock.
      select array_agg(change) into changes
      from added a join removed r using (organization_id, pk)
      cross join lateral (values
        (row(1, a.organization_id, a.spot_pk, a.start_local_date, a.rental_type, a.source,
          a.start_date, a.end_date)::lotkeeper.rental_change),
        (row(-1, r.organization_id, r.spot_pk, r.start_local_date, r.rental_type, r.source,
          r.start_date, r.end_date)::lotkeeper.rental_change)) both_ways(change)
      where (a.spot_pk, a.start_local_date, a.rental_type, a.source, a.start_date, a.end_date)
        is distinct from (r.spot_pk, r.start_local_date, r.rental_type, r.source, r.start_date, r.end_date);
    end if;
    if changes is not null then perform lotkeeper.roll_up_rentals(changes); end if;
    return null;
  end $$;

-- Fills the new tables with what is there.
truncate revenue_hours;
insert into revenue_hours (organization_id, spot_pk, local_date, local_hour, rental_type,
  gross, refunds, tax, processing_fee, commission, rentals)
select organization_id, spot_pk, local_date, local_hour, rental_type,
  sum(gross), sum(refund), sum(tax), sum(processing_fee), sum(commission), sum(rentals)
from ledger_entries where kind <> 'payout' group by 1, 2, 3, 4, 5;

insert into revenue_sources
select organization_id, spot_pk, local_date, source,
  sum(gross), sum(refund), sum(tax), sum(processing_fee), sum(commission), sum(rentals)
from ledger_entries where kind <> 'payout' group by 1, 2, 3, 4;

insert into rental_stays
select organization_id, spot_pk, start_local_date, rental_type, source, count(*),
  sum(lotkeeper.whole_minutes(start_date, end_date))
from rentals where lotkeeper.is_stay(rental_type, start_date, end_date) group by 1, 2, 3, 4, 5;

insert into rental_hours
select organization_id, spot_pk, date_bin('1 hour', moment, 'epoch'), sum(begun),
  sum(begun * lotkeeper.seconds_into_hour(moment)), sum(ended),
  sum(ended * lotkeeper.seconds_into_hour(moment)), sum(stays), sum(minutes)
from (
  select organization_id, spot_pk, start_date as moment, 1 as begun, 0 as ended,
    lotkeeper.is_stay(rental_type, start_date, end_date)::int as stays,
    case when lotkeeper.is_stay(rental_type, start_date, end_date)
      then lotkeeper.whole_minutes(start_date, end_date) else 0 end as minutes
  from rentals where end_date is null or end_date > start_date
  union all
  select organization_id, spot_pk, end_date, 0, 1, 0, 0 from rentals where end_date > start_date) moves
group by 1, 2, 3;
