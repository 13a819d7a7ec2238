import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  monthsAround,
  startOfMonth,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { cents, sum } from '@lotkeeper/contract/kernel/money';
import type { Lasting } from '@lotkeeper/contract/operations/calendar-days';
import { isInForce } from '@lotkeeper/contract/operations/calendar-days';
import { eventAt } from '@lotkeeper/contract/operations/recurrence';
import type { Spot, SpotSummary } from '@lotkeeper/contract/platform/spots';
import type { OrganizationScope, SpotScope } from '../../../kernel/access/scope.ts';
import { mayReadMoney } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import type { EventRow } from '../../../records/operations/events.ts';
import { eventColumns, eventsWithin } from '../../../records/operations/events.ts';

type SpotRow = Omit<
  Spot,
  'active_rate' | 'display_price' | 'display_price_daily' | 'display_price_monthly'
> & {
  dynamic_price: Spot['price_hourly'];
  /** Those that may be in force, the one to show first. */
  rates: (NonNullable<Spot['active_rate']> & Lasting)[];
  /** Those of today, and of the days around it. */
  events: EventRow[];
};

/** Today in any time zone. */
function daysAround(now: Instant) {
  const today = toLocalDate(now, 'UTC');
  return { first: addDays(today, -1), last: addDays(today, 1) };
}

/**
 * The columns of a property on the wire, with the count of monthly rentals and the rates for a driver who arrives now.
 */
const spotColumns = (sql: Sql, { organizationId }: OrganizationScope, now: Instant) => sql`
  s.pk, s.uuid, s.organization_id as organization, s.name,
  json_build_object('address_line1', s.address_line1, 'city', s.city, 'state', s.state) as address,
  s.timezone, s.classification, s.quantity, s.quantity_monthly,
  s.dynamic_pricing_enabled, s.dynamic_pricing_strategy, s.daily_min, s.daily_max as display_daily_max,
  s.price_hourly, s.price_daily, s.price_monthly, s.price_flat, s.tenant_billing_enabled, s.webflow_page_url,
  json_build_object('visibility_page_section', s.visibility_page_section,
    'show_timeline', s.show_timeline,
    'contact_info_per_rental_type', json_build_object('hourly', s.contact_info_hourly,
      'flat', s.contact_info_flat, 'daily', s.contact_info_daily)) as spot_config,
  (select coalesce(json_agg(json_build_object('name', r.name, 'unit', r.unit, 'price', r.price,
      'interval', r.interval, 'starts_at', ${toEpochMs(sql, sql`r.starts_at`)},
      'ends_at', ${toEpochMs(sql, sql`r.ends_at`)})
      order by (r.unit = 'hour') desc, r.priority desc, r.starts_at desc), '[]') from rates r
   where r.organization_id = ${organizationId} and r.spot_pk = s.pk and r.unit <> 'month'
     and r.starts_at <= ${now} and (r.ends_at is null or r.ends_at > ${now})) as rates,
  (select coalesce(json_agg(e), '[]') from (select ${eventColumns(sql)} from ${eventsWithin(
    sql,
    { organizationId, spotPk: sql`s.pk` },
    daysAround(now),
  )}) e) as events,
  case when s.dynamic_pricing_enabled then (
    select p.price from price_points p
    where p.organization_id = ${organizationId} and p.spot_pk = s.pk and p.starts_at <= ${now}
    order by p.starts_at desc limit 1) end as dynamic_price,
  going_on.monthly_rentals`;

/**
 * A property's active rentals. Those with an end and those without are two short ranges of one index; a single
 * condition would read all rentals that ever existed.
 */
const selectActive = (sql: Sql, { organizationId }: OrganizationScope, now: Instant) => {
  const spotFilter = sql`organization_id = ${organizationId} and spot_pk = s.pk`;
  return sql`lateral (
    select count(*) filter (where start_date <= ${now}) as active_rentals,
      count(*) filter (where start_date <= ${now} and rental_type = 'monthly') as monthly_rentals
    from (
      select start_date, rental_type from live_rentals where ${spotFilter} and end_date > ${now}
      union all
      select start_date, rental_type from live_rentals where ${spotFilter} and end_date is null) a) going_on`;
};

/** The price of the event that is on; null if none is, or it sets none. */
function findEventPrice(events: readonly EventRow[], now: Instant, timezone: TimeZone) {
  const event = eventAt(events, now, timezone);
  if (!event || event.display_price === null) return null;
  return { name: event.name, unit: event.price_unit, price: event.display_price };
}

/**
 * Prices as shown: those of the event that is on; else the current hourly price is the dynamic price, else the rate in
 * force, else the list price.
 */
function withDisplayPrices<T extends SpotRow>(spot: T, now: Instant) {
  const { dynamic_price, rates, events, ...row } = spot;
  const own = findEventPrice(events, now, row.timezone);
  const rate = rates.find((rateRow) => isInForce(rateRow, now, row.timezone));
  const active_rate =
    own ?? (rate ? { name: rate.name, unit: rate.unit, price: rate.price } : null);
  const ratePrice = active_rate?.unit === 'hour' ? active_rate.price : null;
  return {
    ...row,
    active_rate,
    display_price: own ? ratePrice : (dynamic_price ?? ratePrice ?? row.price_hourly),
    display_price_daily: row.price_daily,
    display_price_monthly: row.price_monthly,
  };
}

export async function readSpot(scope: SpotScope, now: Instant): Promise<Spot | null> {
  const [row] = await scope.read<SpotRow[]>(
    (
      sql,
    ) => sql`select ${spotColumns(sql, scope, now)} from spots s, ${selectActive(sql, scope, now)}
      where s.organization_id = ${scope.organizationId} and s.pk = ${scope.spotPk}`,
  );
  return row ? withDisplayPrices(row, now) : null;
}

interface SummaryRow extends SpotRow {
  active_rentals: number;
  months: { local_date: LocalDate; gross: number }[];
}

/** The properties of an organization by name, each with its active rentals and this local month's revenue. */
export async function listSpotSummaries(
  scope: OrganizationScope,
  now: Instant,
): Promise<SpotSummary[]> {
  // Around the turn of a month, two months are current at once: each property uses its own.
  const months = monthsAround(now);
  const rows = await scope.read<SummaryRow[]>(
    (sql) => sql`select ${spotColumns(sql, scope, now)},
      going_on.active_rentals,
      (select coalesce(json_agg(json_build_object('local_date', m.local_date, 'gross', m.gross)), '[]')
       from revenue_months m
       where m.organization_id = ${scope.organizationId} and m.spot_pk = s.pk
         and m.local_date = any (${months}::date[])) as months
      from spots s, ${selectActive(sql, scope, now)}
      where s.organization_id = ${scope.organizationId} and not s.hidden
      order by lower(s.name), s.pk`,
  );
  return rows.map(({ months: revenue, ...row }) => {
    const month = startOfMonth(toLocalDate(now, row.timezone));
    const gross = revenue
      .filter((revenueMonth) => revenueMonth.local_date === month)
      .map((revenueMonth) => cents(revenueMonth.gross));
    return {
      ...withDisplayPrices(row, now),
      ...(mayReadMoney(scope) ? { month_to_date_revenue: sum(...gross) } : {}),
    };
  });
}
