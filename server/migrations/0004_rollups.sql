-- What pages read instead of the ledger. Written by the statement that writes what they sum, in key order,
-- so that writers wait for each other instead of dead-locking.

create table revenue_hours (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  local_hour smallint not null,
  rental_type text not null,
  gross bigint not null,
  rentals bigint not null,
  primary key (organization_id, spot_pk, local_date, local_hour, rental_type)
) with (fillfactor = 70);

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
  primary key (organization_id, spot_pk, local_date, rental_type)
) with (fillfactor = 70);

create table revenue_months (
  like revenue_days,
  primary key (organization_id, spot_pk, local_date, rental_type)
) with (fillfactor = 70);
comment on column revenue_months.local_date is 'the first day of the month';

-- One statement writes the ledger of a transaction, so the locks of all writers come in one order:
-- hours, days, months, each by key.
create function lotkeeper.roll_up() returns trigger
  language plpgsql as $$
  begin
    insert into revenue_hours as r
      (organization_id, spot_pk, local_date, local_hour, rental_type, gross, rentals)
    select organization_id, spot_pk, local_date, local_hour, rental_type, sum(gross), sum(rentals)
    from added where kind in ('charge', 'penalty')
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (organization_id, spot_pk, local_date, local_hour, rental_type) do update set
      gross = r.gross + excluded.gross, rentals = r.rentals + excluded.rentals;

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
    return null;
  end $$;

create trigger roll_up after insert on ledger_entries
  referencing new table as added
  for each statement execute function lotkeeper.roll_up();
