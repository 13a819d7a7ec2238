-- What pages read instead of the ledger and the rentals. Written by the statement that writes what they sum, in key
-- order, so that writers wait for each other instead of deadlocking.

-- Money by hour of the property's calendar, all of it in the index: a year of hours is read without the table.
create table revenue_hours (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  local_hour smallint not null,
  rental_type text not null,
  gross bigint not null,
  rentals bigint not null,
  refunds bigint not null default 0,
  tax bigint not null default 0,
  processing_fee bigint not null default 0,
  commission bigint not null default 0,
  refund_count bigint not null default 0,
  entry_count bigint not null default 0,
  primary key (organization_id, spot_pk, local_date, local_hour, rental_type)
    include (gross, refunds, tax, processing_fee, commission, rentals)
) with (fillfactor = 70);

-- Money by day. Counts say how many entries each sum is made of.
create table revenue_days (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  rental_type text not null,
  gross bigint not null,
  refunds bigint not null,
  refund_count bigint not null,
  tax bigint not null,
  processing_fee bigint not null,
  commission bigint not null,
  enforcement bigint not null,
  enforcement_count bigint not null,
  marketing bigint not null,
  dynamic_pricing bigint not null,
  rentals bigint not null,
  marketing_count bigint not null default 0,
  dynamic_pricing_count bigint not null default 0,
  entry_count bigint not null default 0,
  primary key (organization_id, spot_pk, local_date, rental_type)
) with (fillfactor = 70);

-- Money by month.
create table revenue_months (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  rental_type text not null,
  gross bigint not null,
  refunds bigint not null,
  refund_count bigint not null,
  tax bigint not null,
  processing_fee bigint not null,
  commission bigint not null,
  enforcement bigint not null,
  enforcement_count bigint not null,
  marketing bigint not null,
  dynamic_pricing bigint not null,
  rentals bigint not null,
  marketing_count bigint not null default 0,
  dynamic_pricing_count bigint not null default 0,
  entry_count bigint not null default 0,
  primary key (organization_id, spot_pk, local_date, rental_type)
) with (fillfactor = 70);
comment on column revenue_months.local_date is 'the first day of the month';

-- Money by day and the system that sent it.
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
  refund_count bigint not null default 0,
  entry_count bigint not null default 0,
  primary key (organization_id, spot_pk, local_date, source)
) with (fillfactor = 70);

-- As in migration 0040, with the counts.
create function lotkeeper.roll_up() returns trigger
  language plpgsql as $$
  begin
    insert into revenue_hours as r (organization_id, spot_pk, local_date, local_hour, rental_type,
      gross, refunds, tax, processing_fee, commission, rentals, refund_count, entry_count)
    select organization_id, spot_pk, local_date, local_hour, rental_type,
      sum(gross), sum(refund), sum(tax), sum(processing_fee), sum(commission), sum(rentals),
      count(*) filter (where kind = 'refund'), count(*)
    from added where kind <> 'payout'
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (organization_id, spot_pk, local_date, local_hour, rental_type) do update set
      gross = r.gross + excluded.gross,
      refunds = r.refunds + excluded.refunds,
      tax = r.tax + excluded.tax,
      processing_fee = r.processing_fee + excluded.processing_fee,
      commission = r.commission + excluded.commission,
      rentals = r.rentals + excluded.rentals,
      refund_count = r.refund_count + excluded.refund_count,
      entry_count = r.entry_count + excluded.entry_count;

    insert into revenue_days as r
    select organization_id, spot_pk, local_date, rental_type,
      sum(gross), sum(refund), count(*) filter (where kind = 'refund'), sum(tax), sum(processing_fee),
      sum(commission), sum(enforcement), count(*) filter (where enforcement <> 0), sum(marketing),
      sum(dynamic_pricing), sum(rentals), count(*) filter (where marketing <> 0),
      count(*) filter (where dynamic_pricing <> 0), count(*)
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
      rentals = r.rentals + excluded.rentals,
      marketing_count = r.marketing_count + excluded.marketing_count,
      dynamic_pricing_count = r.dynamic_pricing_count + excluded.dynamic_pricing_count,
      entry_count = r.entry_count + excluded.entry_count;

    insert into revenue_months as r
    select organization_id, spot_pk, date_trunc('month', local_date::timestamp)::date, rental_type,
      sum(gross), sum(refund), count(*) filter (where kind = 'refund'), sum(tax), sum(processing_fee),
      sum(commission), sum(enforcement), count(*) filter (where enforcement <> 0), sum(marketing),
      sum(dynamic_pricing), sum(rentals), count(*) filter (where marketing <> 0),
      count(*) filter (where dynamic_pricing <> 0), count(*)
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
      rentals = r.rentals + excluded.rentals,
      marketing_count = r.marketing_count + excluded.marketing_count,
      dynamic_pricing_count = r.dynamic_pricing_count + excluded.dynamic_pricing_count,
      entry_count = r.entry_count + excluded.entry_count;

    insert into revenue_sources as r
    select organization_id, spot_pk, local_date, source,
      sum(gross), sum(refund), sum(tax), sum(processing_fee), sum(commission), sum(rentals),
      count(*) filter (where kind = 'refund'), count(*)
    from added where kind <> 'payout'
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (organization_id, spot_pk, local_date, source) do update set
      gross = r.gross + excluded.gross,
      refunds = r.refunds + excluded.refunds,
      tax = r.tax + excluded.tax,
      processing_fee = r.processing_fee + excluded.processing_fee,
      commission = r.commission + excluded.commission,
      rentals = r.rentals + excluded.rentals,
      refund_count = r.refund_count + excluded.refund_count,
      entry_count = r.entry_count + excluded.entry_count;
    return null;
  end $$;

create trigger roll_up after insert on ledger_entries
  referencing new table as added
  for each statement execute function lotkeeper.roll_up();

-- What a property earned in all months that are closed, as one row for each rental type, so that sums of a lifetime
-- cost the same whatever the history. A month closes some time after its end (server/src/records/closed-months.ts);
-- an entry that comes later still is added here too.
create table revenue_closing (
  closed_before date not null
);
comment on column revenue_closing.closed_before is 'the first day of the oldest month that is open';
create unique index revenue_closing_single on revenue_closing ((true));

-- Every month is open until the job closes it.
insert into revenue_closing values ('-infinity');

-- All months that are closed, as one row for each rental type.
create table revenue_closed_months (
  organization_id bigint not null,
  spot_pk bigint not null,
  rental_type text not null,
  gross bigint not null,
  refunds bigint not null,
  refund_count bigint not null,
  tax bigint not null,
  processing_fee bigint not null,
  commission bigint not null,
  enforcement bigint not null,
  enforcement_count bigint not null,
  marketing bigint not null,
  dynamic_pricing bigint not null,
  rentals bigint not null,
  primary key (organization_id, spot_pk, rental_type)
) with (fillfactor = 70);

create function lotkeeper.add_to_closed_months() returns trigger
  language plpgsql as $$
  begin
    -- Nearly all entries are of open months: one look at them must be all that those cost.
    if not exists (
      select from added where kind <> 'payout' and local_date < (select closed_before from revenue_closing)) then
      return null;
    end if;
    insert into revenue_closed_months as r
    select organization_id, spot_pk, rental_type,
      sum(gross), sum(refund), count(*) filter (where kind = 'refund'), sum(tax), sum(processing_fee),
      sum(commission), sum(enforcement), count(*) filter (where enforcement <> 0), sum(marketing),
      sum(dynamic_pricing), sum(rentals)
    from added where kind <> 'payout' and local_date < (select closed_before from revenue_closing)
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (organization_id, spot_pk, rental_type) do update set
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
    return null;
  end $$;

-- Named to run after roll_up, so that all writers lock the rollups in one order.
create trigger roll_up_closed after insert on ledger_entries
  referencing new table as added
  for each statement execute function lotkeeper.add_to_closed_months();

-- PostgreSQL's own sum of bigints is numeric: it keeps 128 bits and an allocation for every group and sum. Where most
-- groups have one row, grouping takes two and a half times as long with it. Both refuse a sum beyond a bigint.
create aggregate lotkeeper.sum_bigint(bigint) (
  sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe
);

-- How many rentals begin on a day of the property's calendar.
create table rental_days (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  rentals bigint not null,
  primary key (organization_id, spot_pk, local_date)
) with (fillfactor = 70);

-- How long transient rentals stayed, by the day on which they begin.
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

-- Rentals that came and went in each hour, for the occupancy of a range.
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
comment on column rental_hours.hour is 'of UTC, since SQL converts no time: the property''s hour is computed in code';
comment on column rental_hours.begun_seconds is 'how far into the hour its rentals began, added up';
comment on column rental_hours.minutes is 'of the transient rentals that begin in the hour; stays is how many they are';

-- Whether a rental has a length that means something: transient, with an end after its start.
create function lotkeeper.is_stay(rental_type text, start_date timestamptz, end_date timestamptz) returns boolean
  language sql immutable parallel safe
  return rental_type in ('hourly', 'daily', 'flat_rate', 'free_until_hourly')
    and coalesce(end_date > start_date, false);

create function lotkeeper.whole_minutes(start_date timestamptz, end_date timestamptz) returns bigint
  language sql immutable parallel safe
  return floor(extract(epoch from end_date - start_date) / 60)::bigint;

-- As before, in words that depend on no setting of the session: only so does PostgreSQL put them into the statement
-- itself instead of calling a function for every rental.
create function lotkeeper.seconds_into_hour(moment timestamptz) returns bigint
  language sql immutable parallel safe
  return floor(date_part('epoch', moment - timestamptz '1970-01-01 00:00:00+00'))::bigint % 3600;

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

-- A transaction may write rentals by two statements (enforcement ends some and starts others), so what
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

create function lotkeeper.count_starts() returns trigger
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

create trigger count_inserted after insert on rentals
  referencing new table as added
  for each statement execute function lotkeeper.count_starts();
create trigger count_updated after update on rentals
  referencing old table as removed new table as added
  for each statement execute function lotkeeper.count_starts();
create trigger count_deleted after delete on rentals
  referencing old table as removed
  for each statement execute function lotkeeper.count_starts();
