import type { Connection } from '../place.ts';

/** The size of a data set. `now` is when it was made, in ISO 8601. */
export interface Plan {
  rentals: number;
  days: number;
  now: string;
}

/** How many connections fill a table, each with its share. */
export const fillers = 2;

const share = (plan: Plan, part: number) => ({
  from: Math.floor((plan.rentals * part) / fillers) + 1,
  to: Math.floor((plan.rentals * (part + 1)) / fillers),
});

/**
 * Rentals in the order of their starts, as they would have been recorded: over three or thirty years, until two days
 * after now, more on weekdays than on weekends, most between morning and evening of the lot's local time. Monthly
 * rentals without an end started in the last three years.
 */
export async function fillRentals(sql: Connection, plan: Plan, part: number): Promise<void> {
  const { from, to } = share(plan, part);
  await sql`select setseed(${0.1 + part / 10})`;
  await sql`
    insert into rentals (organization_id, pk, spot_pk, rental_type, source, external_id, car_pk,
      renter_first_name, renter_last_name, renter_email, start_date, end_date, start_local_date, price_monthly,
      auto_started, paid, recorded_at)
    select organization_id, i, spot_pk, type, 'bench', i::text,
      (organization_id - 1) * 40000 + 1 + floor(chance * 40000)::int,
      'Renter', 'No ' || i % 100000, 'renter' || i % 100000 || '@example.com', start_date,
      case when type = 'monthly' and chance < 0.01 and start_date > ${plan.now}::timestamptz - interval '3 years' then null
        when type in ('monthly', 'enterprise', 'bulk_rental') then start_date + interval '30 days'
        when type = 'daily' then start_date + (1 + floor(chance * 3)) * interval '1 day'
        else start_date + (30 + floor(chance * 400)) * interval '1 minute' end,
      (start_date at time zone timezone)::date,
      case when type = 'monthly' then 15000 end, chance > 0.985, true, start_date
    from (
      select i, l.*, (day + time) at time zone l.timezone as start_date, chance,
        coalesce((array['monthly', 'monthly', 'enterprise', 'bulk_rental', 'flat_rate', 'flat_rate',
          'flat_rate', 'free_until_hourly', 'free_until_hourly', 'daily', 'daily', 'daily', 'daily', 'daily',
          'daily', 'daily', 'daily', 'daily'])[1 + floor(kind * 60)::int], 'hourly') as type
      from (
        select i, 1 + floor(random() * 1000)::int as place, random() as chance, random() as kind,
          ${plan.now}::timestamp::date + 2 - ${plan.days}::int
            + floor((i::float8 / ${plan.rentals}) * ${plan.days})::int
            - case when extract(isodow from ${plan.now}::timestamp::date + 2 - ${plan.days}::int
                + floor((i::float8 / ${plan.rentals}) * ${plan.days})::int) > 5 and random() < 0.5
              then 2 else 0 end as day,
          floor((random() + random()) * 9 * 60 + 4 * 60) * interval '1 minute' as time
        from generate_series(${from}::bigint, ${to}::bigint) i) drawn
      join (select b.place, s.pk as spot_pk, s.organization_id, s.timezone
        from bench_lots b join spots s on s.pk = b.pk) l using (place)) made`;
}

/** A charge for each rental, a refund for one in 25, an extension for one in 20. Payouts come last. */
export async function fillLedger(sql: Connection, plan: Plan, part: number): Promise<void> {
  const { from, to } = share(plan, part);
  await sql`
    insert into ledger_entries (organization_id, spot_pk, rental_pk, kind, rental_type, occurred_at, local_date,
      local_hour, source, external_id, gross, refund, tax, processing_fee, commission, enforcement, marketing,
      dynamic_pricing, rentals, recorded_at)
    select organization_id, spot_pk, pk, kind, rental_type, at, (at at time zone timezone)::date,
      extract(hour from at at time zone timezone), 'bench', pk || ' ' || n,
      case when kind <> 'refund' then cents else 0 end, case when kind = 'refund' then cents else 0 end,
      case when kind = 'refund' then -(cents / 20) else cents / 20 end, cents / 40,
      case when kind = 'refund' then -(cents / 10) else cents / 10 end,
      case when auto_started and kind <> 'refund' then cents else 0 end,
      case when pk % 9 = 0 and kind <> 'refund' then cents else 0 end,
      case when pk % 3 = 0 and kind = 'charge' then cents / 8 else 0 end,
      case when n = 1 then 1 else 0 end, at
    from (
      select r.*, s.timezone, n, case n when 2 then 'refund' else 'charge' end as kind,
        r.start_date + (n - 1) * interval '40 minutes' as at,
        case r.rental_type when 'monthly' then 15000 when 'daily' then 1800
          else (s.price_hourly * (2 + r.pk % 5)) / n end as cents
      from rentals r
      join spots s on s.organization_id = r.organization_id and s.pk = r.spot_pk
      cross join generate_series(1, 3) n
      where r.pk between ${from} and ${to}
        and (n = 1 or (n = 2 and r.pk % 25 = 0) or (n = 3 and r.pk % 20 = 0))) m`;
}

/** What cameras saw of each rental. */
export async function fillVisits(sql: Connection, plan: Plan, part: number): Promise<void> {
  const { from, to } = share(plan, part);
  await sql`
    insert into visits (organization_id, spot_pk, car_pk, rental_pk, plate, state, status, entrance_at, exit_at,
      outcome, local_date, due_at, decided, source, external_id)
    select r.organization_id, r.spot_pk, r.car_pk, r.pk, c.plate, c.state, 'renter',
      r.start_date + interval '3 minutes',
      case when r.end_date < ${plan.now}::timestamptz then r.end_date - interval '2 minutes' end,
      case when r.end_date < ${plan.now}::timestamptz then 'rental' else 'present' end,
      ((r.start_date + interval '3 minutes') at time zone s.timezone)::date,
      case when r.end_date < ${plan.now}::timestamptz then null else r.start_date + interval '30 days' end,
      r.end_date < ${plan.now}::timestamptz is true, 'bench', r.pk::text
    from rentals r join cars c on c.organization_id = r.organization_id and c.pk = r.car_pk
    join spots s on s.organization_id = r.organization_id and s.pk = r.spot_pk
    where r.pk between ${from} and ${to}`;
}

/**
 * Hourly price points, five reviews a day at each lot, and payouts, with January's returned by the bank. Their
 * history grows with the size of the set.
 */
export async function fillRest(sql: Connection, plan: Plan): Promise<void> {
  const history = Math.max(100, Math.round((1095 * plan.rentals) / 10_000_000));
  await sql`
    insert into price_points (organization_id, spot_pk, starts_at, price, base_price, strategy)
    select organization_id, pk, at, price_hourly + (extract(epoch from at) / 3600)::bigint % 7 * 25, price_hourly,
      'standard'
    from spots, generate_series(${plan.now}::timestamptz - ${history} * interval '1 day',
      ${plan.now}::timestamptz, '1 hour') at
    where dynamic_pricing_enabled`;
  await sql`
    insert into reviews (organization_id, spot_pk, rating, comment, reasons, created_at, source, external_id)
    select organization_id, pk, 1 + (n * 7 + pk) % 5, case when n % 3 = 0 then 'Easy in, easy out.' end,
      case when n % 2 = 0 then array['Easy to find', 'Clean'] else array['Good price'] end,
      ${plan.now}::timestamptz - n * interval '288 minutes', 'bench', pk || ' ' || n
    from generate_series(0, ${history * 5}::int) n, spots`;
  await sql`
    insert into ledger_entries (organization_id, kind, occurred_at, local_date, local_hour, source, external_id, payout)
    select o.pk, 'payout', at + since, (at + since)::date, 0, 'bench', 'payout ' || at::date || suffix, amount
    from organizations o, generate_series(${plan.now}::timestamptz - ${plan.days} * interval '1 day',
      ${plan.now}::timestamptz, '1 month') at,
      (values ('', interval '0', 100000, 12), ('-back', interval '3 days', -100000, 1)) e (suffix, since, amount, months)
    where extract(month from at) <= months`;
  await sql`
    insert into payout_returns (organization_id, payout_pk, return_pk)
    select sent.organization_id, sent.pk, back.pk from ledger_entries sent
    join ledger_entries back on back.organization_id = sent.organization_id and back.source = sent.source
      and back.external_id = sent.external_id || '-back'
    where sent.kind = 'payout' and sent.source = 'bench'`;
}

/** A discount code at each property, used by every twentieth rental. */
export async function fillUses(sql: Connection): Promise<void> {
  await sql`
    insert into promo_codes (organization_id, spot_pk, code, notes, discount_type, amount,
      applicable_rental_types, total_uses, created_at)
    select s.organization_id, s.pk, 'BENCH', 'Bench', 'value', 100, array['hourly'], (
        select count(*) from rentals r
        where r.organization_id = s.organization_id and r.spot_pk = s.pk and r.pk % 20 = 0),
      timestamptz '2019-01-01 00:00Z'
    from spots s`;
  await sql`
    insert into promo_uses (organization_id, spot_pk, promo_code_pk, rental_pk, used_at, local_date, source, external_id)
    select r.organization_id, r.spot_pk, p.pk, r.pk, r.start_date,
      timezone(s.timezone, r.start_date)::date, 'bench', r.pk::text
    from rentals r
    join spots s on s.organization_id = r.organization_id and s.pk = r.spot_pk
    join promo_codes p on p.organization_id = r.organization_id and p.spot_pk = r.spot_pk
    where r.pk % 20 = 0`;
}
