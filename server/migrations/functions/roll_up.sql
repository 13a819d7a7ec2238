-- Money by hour, day, month and source. Days and months have the same columns, so the same statement.
do $make$
declare
  add_up text := $statement$
    insert into %1$s as r
    select organization_id, spot_pk, %2$s, rental_type,
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
    $statement$;
begin
  execute format($function$
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
%s%s
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
  end $$
  $function$,
    format(add_up, 'revenue_days', 'local_date'),
    format(add_up, 'revenue_months', $$date_trunc('month', local_date::timestamp)::date$$));
end
$make$;
