-- Taxes by day and by month: the same statement for both tables. A connection that first recorded while there were few
-- rentals would read all of an organization for each entry from then on, so a rental is looked up by its number alone:
-- + 0 keeps the planner from the organization's index.
do $make$
declare
  add_up text := $statement$
    insert into %1$s as t
    select organization_id, spot_pk, %2$s, %3$s, rental_group, sum(tax), sum(receipts), max(lowest_rate), min(highest_rate)
    from (
      select a.*, p.*, lotkeeper.rental_group(rental_type) as rental_group, coalesce((
        select start_local_date from rentals r
        where r.pk = a.rental_pk and r.organization_id + 0 = a.organization_id and a.kind <> 'penalty'
          and lotkeeper.rental_group(a.rental_type) = 'transient'), local_date) as rates_date
      from added a cross join lateral lotkeeper.tax_parts(a.kind, a.violation_pk, a.gross, a.refund, a.tax) p
      where kind <> 'payout') entries
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (organization_id, spot_pk, local_date, rates_date, rental_group) do update set
      tax = t.tax + excluded.tax,
      receipts = t.receipts + excluded.receipts,
      lowest_rate = greatest(t.lowest_rate, excluded.lowest_rate),
      highest_rate = least(t.highest_rate, excluded.highest_rate);
    $statement$;
begin
  execute format($function$
create or replace function lotkeeper.roll_up_taxes() returns trigger
  language plpgsql as $$
  begin%s%s
    return null;
  end $$
  $function$,
    format(add_up, 'tax_days', 'local_date', 'rates_date'),
    format(add_up, 'tax_months', $$date_trunc('month', local_date::timestamp)::date$$,
      $$date_trunc('month', rates_date::timestamp)::date$$));
end
$make$;
