import type { Connection } from '../place.ts';

/** Lots of each organization: one large, some medium, one small. */
const lotsOf = [90, 50, 30, 20, 10];
const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
];

/** Moves the sequences past the rows that were inserted with explicit numbers. */
export async function alignSequences(sql: Connection): Promise<void> {
  for (const table of ['organizations', 'spots', 'people'])
    await sql.unsafe(
      `select setval(pg_get_serial_sequence('${table}', 'pk'), (select max(pk) from ${table}))`,
    );
}

/**
 * Creates 5 organizations with 200 lots, their Admin, and `bench_lots`: 1000 lottery tickets, more of them for lots
 * with more demand. The lots with dynamic prices, which the reads request, have every feature.
 */
export async function makeProperties(sql: Connection): Promise<void> {
  await sql`
    insert into organizations (pk, name)
    select n, 'Organization ' || n from generate_series(1, ${lotsOf.length}::int) n`;
  await sql`
    insert into spots (organization_id, pk, name, address_line1, city, state, timezone, quantity,
      quantity_monthly, price_hourly, price_daily, price_monthly, daily_min, daily_max, dynamic_pricing_enabled,
      classification)
    select o.n, row_number() over (order by o.n, l), 'Lot ' || l || ' of ' || o.n, l || ' Main Street',
      'Springfield', 'IL', (${zones}::text[])[1 + (l * 7 + o.n) % 5], 40 + (l * 37) % 400, 20 + l % 60,
      200 + (l * 13) % 600, 1500 + (l * 131) % 2500, 12000 + (l * 997) % 20000, 200, 4000, l % 2 = 0,
      case when l % 2 = 0 then 'Airport Lot' else 'Surface Lot' end
    from unnest(${lotsOf}::int[]) with ordinality o(lots, n), generate_series(1, o.lots) l`;
  await sql`insert into rates (organization_id, spot_pk, name, price, unit, starts_at)
    select organization_id, pk, kind, price_hourly, 'hour', '2020-01-01'
    from spots, unnest(array['Weekday', 'Weekend']) kind`;
  await sql`insert into bulk_rentals (organization_id, spot_pk, description, owner_email, slot_count,
      price_per_slot, start_date)
    select organization_id, pk, 'Offices', 'office@example.com', 5 + n, 9000, '2025-01-01'
    from spots, generate_series(1, 2) n`;
  await sql`insert into cars (organization_id, plate, plate_key, state)
    select o.pk, 'B' || o.pk || lpad(n::text, 6, '0'), 'B' || o.pk || lpad(n::text, 6, '0'), 'IL'
    from organizations o, generate_series(1, 40000) n order by o.pk, n`;
  await sql`insert into people (pk, first_name, last_name, email)
    values (1, 'Bench', 'Admin', 'bench@example.com')`;
  await sql`insert into affiliations (organization_id, person_pk, role)
    select pk, 1, 'ADMIN' from organizations`;
  await alignSequences(sql);
  // The busiest lot has about thirty times the demand of the quietest.
  await sql`
    create table bench_lots as
    with weights as (
      select pk, organization_id, timezone, price_hourly, 1 + 30.0 / (1 + (pk * 83) % 200 / 8.0) as weight
      from spots),
    spans as (
      select *, sum(weight) over (order by pk) / sum(weight) over () as until from weights)
    select n as place, (select s.pk from spans s where s.until >= n / 1000.0 order by s.until limit 1) as pk
    from generate_series(1, 1000) n`;
  await sql.unsafe('analyze');
}
