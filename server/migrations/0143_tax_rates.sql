-- The taxes of places on parking at a property, each from a day on until the next row of the same authority.
create table tax_rates (
  organization_id bigint not null references organizations,
  spot_pk bigint not null,
  authority text not null check (authority <> ''),
  starts_on date not null,
  level text not null check (level in ('city', 'county', 'state', 'other')),
  rate integer not null check (rate between 0 and 50000),
  rental_groups text[] not null,
  primary key (organization_id, spot_pk, authority, starts_on),
  foreign key (organization_id, spot_pk) references spots
);
comment on column tax_rates.rate is 'on top of the price, in thousandths of a percent; 0 = none from then on';

-- Tax by day and by the day whose rates apply, and by the months of both, with the rates that all its entries could have been taxed at. A day on
-- which the rates in force aren't among them has an entry with other tax, whatever the sums are (081).
create table tax_days (
  organization_id bigint not null,
  spot_pk bigint not null,
  local_date date not null,
  rates_date date not null,
  rental_group text not null,
  tax bigint not null,
  receipts bigint not null,
  lowest_rate bigint not null,
  highest_rate bigint not null,
  primary key (organization_id, spot_pk, local_date, rates_date, rental_group)
) with (fillfactor = 70);
comment on column tax_days.rates_date is 'the first day of a transient stay; else the entry''s own';
comment on column tax_days.receipts is 'before tax, less refunds; penalties only if they have tax';

create table tax_months (like tax_days including all) with (fillfactor = 70);
comment on column tax_months.local_date is 'the first day of the month, as rates_date is';

do $$
declare
  tenant text;
begin
  foreach tenant in array array['tax_rates', 'tax_days', 'tax_months'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format(
      'create policy tenant on %I using (organization_id = any ((select lotkeeper.scope())::bigint[]))', tenant);
  end loop;
end
$$;

create function lotkeeper.rental_group(rental_type text) returns text
  language sql immutable parallel safe
  return case when rental_type in ('hourly', 'daily', 'flat_rate', 'free_until_hourly') then 'transient'
    when rental_type = 'monthly' then 'monthly' else 'enterprise' end;

-- The lowest and highest rate, in thousandths of a percent, whose rounded tax of an amount is within one cent of the
-- given: one and a half cents before rounding. 1,000,000 % stands for any.
create function lotkeeper.lowest_tax_rate(amount bigint, tax bigint) returns bigint
  language sql immutable parallel safe
  return case when tax < 2 then 0 when tax > amount then 1000000000
    else least((100000 * (2 * tax - 3) + 2 * (amount - tax) + 2) / (2 * (amount - tax) + 3), 1000000000) end;
create function lotkeeper.highest_tax_rate(amount bigint, tax bigint) returns bigint
  language sql immutable parallel safe
  return case when amount - tax < 2 then 1000000000
    else least(100000 * (2 * tax + 3) / (2 * (amount - tax) - 3), 1000000000) end;

-- A connection that first recorded while there were few rentals would read all of an organization for each entry from
-- then on, so a rental is looked up by its number alone.
create function lotkeeper.roll_up_taxes() returns trigger
  language plpgsql as $$
  begin
    insert into tax_days as t
    select organization_id, spot_pk, local_date, rates_date, rental_group,
      sum(tax), coalesce(sum(gross - refund - tax) filter (where kind <> 'penalty' or tax <> 0), 0),
      coalesce(max(lotkeeper.lowest_tax_rate(gross + refund, abs(tax))) filter (where kind <> 'penalty'), 0),
      coalesce(min(lotkeeper.highest_tax_rate(gross + refund, abs(tax))) filter (where kind <> 'penalty'), 1000000000)
    from (
      select a.*, lotkeeper.rental_group(rental_type) as rental_group, coalesce((
        select start_local_date from rentals r
        where r.pk = a.rental_pk and r.organization_id + 0 = a.organization_id and a.kind <> 'penalty'
          and lotkeeper.rental_group(a.rental_type) = 'transient'), local_date) as rates_date
      from added a where kind <> 'payout') entries
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (organization_id, spot_pk, local_date, rates_date, rental_group) do update set
      tax = t.tax + excluded.tax,
      receipts = t.receipts + excluded.receipts,
      lowest_rate = greatest(t.lowest_rate, excluded.lowest_rate),
      highest_rate = least(t.highest_rate, excluded.highest_rate);

    insert into tax_months as t
    select organization_id, spot_pk, date_trunc('month', local_date::timestamp)::date,
      date_trunc('month', rates_date::timestamp)::date, rental_group,
      sum(tax), coalesce(sum(gross - refund - tax) filter (where kind <> 'penalty' or tax <> 0), 0),
      coalesce(max(lotkeeper.lowest_tax_rate(gross + refund, abs(tax))) filter (where kind <> 'penalty'), 0),
      coalesce(min(lotkeeper.highest_tax_rate(gross + refund, abs(tax))) filter (where kind <> 'penalty'), 1000000000)
    from (
      select a.*, lotkeeper.rental_group(rental_type) as rental_group, coalesce((
        select start_local_date from rentals r
        where r.pk = a.rental_pk and r.organization_id + 0 = a.organization_id and a.kind <> 'penalty'
          and lotkeeper.rental_group(a.rental_type) = 'transient'), local_date) as rates_date
      from added a where kind <> 'payout') entries
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (organization_id, spot_pk, local_date, rates_date, rental_group) do update set
      tax = t.tax + excluded.tax,
      receipts = t.receipts + excluded.receipts,
      lowest_rate = greatest(t.lowest_rate, excluded.lowest_rate),
      highest_rate = least(t.highest_rate, excluded.highest_rate);
    return null;
  end $$;

-- Named to run last, so that all writers lock the rollups in one order.
create trigger roll_up_taxes after insert on ledger_entries
  referencing new table as added
  for each statement execute function lotkeeper.roll_up_taxes();

-- Adds what was recorded before, one property after another; writers wait while one is added up.
create procedure lotkeeper.fill_tax_days()
  language plpgsql as $$
  declare
    property record;
  begin
    for property in select organization_id, pk as spot_pk from spots order by 1, 2
    loop
      lock table ledger_entries in share row exclusive mode;
      delete from tax_days where organization_id = property.organization_id and spot_pk = property.spot_pk;
      delete from tax_months where organization_id = property.organization_id and spot_pk = property.spot_pk;
      insert into tax_days
      select organization_id, spot_pk, local_date, rates_date, rental_group,
        sum(tax), coalesce(sum(gross - refund - tax) filter (where kind <> 'penalty' or tax <> 0), 0),
        coalesce(max(lotkeeper.lowest_tax_rate(gross + refund, abs(tax))) filter (where kind <> 'penalty'), 0),
        coalesce(min(lotkeeper.highest_tax_rate(gross + refund, abs(tax))) filter (where kind <> 'penalty'), 1000000000)
      from (
        select e.*, lotkeeper.rental_group(rental_type) as rental_group, coalesce((
          select start_local_date from rentals r
          where r.organization_id = e.organization_id and r.pk = e.rental_pk and e.kind <> 'penalty'
            and lotkeeper.rental_group(e.rental_type) = 'transient'), local_date) as rates_date
        from ledger_entries e
        where organization_id = property.organization_id and spot_pk = property.spot_pk) entries
      group by 1, 2, 3, 4, 5;
      insert into tax_months
      select organization_id, spot_pk, date_trunc('month', local_date::timestamp)::date,
        date_trunc('month', rates_date::timestamp)::date, rental_group,
        sum(tax), sum(receipts), max(lowest_rate), min(highest_rate)
      from tax_days where organization_id = property.organization_id and spot_pk = property.spot_pk
      group by 1, 2, 3, 4, 5;
      commit;
    end loop;
    analyze tax_days, tax_months;
  end $$;
