-- How many ledger entries each sum of a rollup is made of, so that a figure can say so without reading them.

alter table revenue_hours
  add column refund_count bigint not null default 0,
  add column entry_count bigint not null default 0;
alter table revenue_sources
  add column refund_count bigint not null default 0,
  add column entry_count bigint not null default 0;
alter table revenue_days
  add column marketing_count bigint not null default 0,
  add column dynamic_pricing_count bigint not null default 0,
  add column entry_count bigint not null default 0;
alter table revenue_months
  add column marketing_count bigint not null default 0,
  add column dynamic_pricing_count bigint not null default 0,
  add column entry_count bigint not null default 0;

-- As in migration 0040, with the counts.
create or replace function lotkeeper.roll_up() returns trigger
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

-- The counts of what is there. Writers wait until the migration is over, so nothing is counted twice.
update revenue_hours r set refund_count = e.refund_count, entry_count = e.entry_count
from (
  select organization_id, spot_pk, local_date, local_hour, rental_type,
    count(*) filter (where kind = 'refund') as refund_count, count(*) as entry_count
  from ledger_entries where kind <> 'payout' group by 1, 2, 3, 4, 5) e
where (r.organization_id, r.spot_pk, r.local_date, r.local_hour, r.rental_type)
  = (e.organization_id, e.spot_pk, e.local_date, e.local_hour, e.rental_type);

update revenue_sources r set refund_count = e.refund_count, entry_count = e.entry_count
from (
  select organization_id, spot_pk, local_date, source,
    count(*) filter (where kind = 'refund') as refund_count, count(*) as entry_count
  from ledger_entries where kind <> 'payout' group by 1, 2, 3, 4) e
where (r.organization_id, r.spot_pk, r.local_date, r.source)
  = (e.organization_id, e.spot_pk, e.local_date, e.source);

update revenue_days r set marketing_count = e.marketing_count,
  dynamic_pricing_count = e.dynamic_pricing_count, entry_count = e.entry_count
from (
  select organization_id, spot_pk, local_date, rental_type,
    count(*) filter (where marketing <> 0) as marketing_count,
    count(*) filter (where dynamic_pricing <> 0) as dynamic_pricing_count, count(*) as entry_count
  from ledger_entries where kind <> 'payout' group by 1, 2, 3, 4) e
where (r.organization_id, r.spot_pk, r.local_date, r.rental_type)
  = (e.organization_id, e.spot_pk, e.local_date, e.rental_type);

update revenue_months r set marketing_count = d.marketing_count,
  dynamic_pricing_count = d.dynamic_pricing_count, entry_count = d.entry_count
from (
  select organization_id, spot_pk, date_trunc('month', local_date::timestamp)::date as local_date, rental_type,
    sum(marketing_count) as marketing_count, sum(dynamic_pricing_count) as dynamic_pricing_count,
    sum(entry_count) as entry_count
  from revenue_days group by 1, 2, 3, 4) d
where (r.organization_id, r.spot_pk, r.local_date, r.rental_type)
  = (d.organization_id, d.spot_pk, d.local_date, d.rental_type);

-- A property's entries in the order of time: the list behind a figure, and the file of movements.
create index ledger_entries_by_time on ledger_entries (organization_id, spot_pk, local_date, occurred_at, pk)
  where spot_pk is not null;
drop index ledger_entries_by_day;
