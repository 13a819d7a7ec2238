create or replace function lotkeeper.add_to_closed_months() returns trigger
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
