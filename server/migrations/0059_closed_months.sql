-- What a property earned in all months that are closed, as one row for each rental type, so that sums of a lifetime
-- cost the same whatever the history. A month closes some time after its end (server/src/records/closed-months.ts);
-- an entry that comes later still is added here too.

create table revenue_closing (closed_before date not null);
create unique index revenue_closing_single on revenue_closing ((true));
comment on column revenue_closing.closed_before is 'the first day of the oldest month that is open';
-- The pages' role reads it; only the job that closes months changes it.
revoke insert, update, delete on revenue_closing from lotkeeper_app;

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
alter table revenue_closed_months enable row level security;
create policy tenant on revenue_closed_months using (organization_id = any ((select lotkeeper.scope())::bigint[]));

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

-- Every month is open until the job closes it, so this migration reads no history and is over at once.
insert into revenue_closing values ('-infinity');
