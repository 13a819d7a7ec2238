import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  addMonths,
  startOfMonth,
  startOfYear,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { revenueChartMonths } from '@lotkeeper/contract/reports';
import type { SpotScope } from '../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../kernel/data/database.ts';
import { lifetimeRevenue, netRevenue } from '../../records/revenue.ts';

/** Money and counts of a property in one span of its calendar. */
export interface SpanRow {
  gross: number;
  net: number;
  enforcement: number;
  enforcement_count: number;
  marketing: number;
  dynamic_pricing: number;
}

export interface ReportRow {
  hours: { hour: number; gross: number }[];
  months: (SpanRow & { date: LocalDate })[];
  year: SpanRow;
  seven_days: SpanRow;
  thirty_days: SpanRow;
  lifetime: SpanRow;
  total_slot_count: number;
  total_active_rentals: number;
}

/** The days that the report's spans begin on, today included in each. */
export function reportDays(now: Instant, timezone: string) {
  const today = toLocalDate(now, timezone);
  return {
    today,
    week: addDays(today, -6),
    thirty: addDays(today, -29),
    month: startOfMonth(today),
    chart: addMonths(startOfMonth(today), 1 - revenueChartMonths),
    year: startOfYear(today),
  };
}

/** Tenants that go on now; those with an end and those without are two short ranges of one index. */
const activeTenants = (sql: Sql, spotFilter: Fragment, now: Instant) => {
  const tenants = sql`
    select count(*) filter (where rental_type in ('bulk_rental', 'enterprise') and start_date <= ${now})
    from rentals where ${spotFilter}`;
  return sql`(${tenants} and end_date > ${now}) + (${tenants} and end_date is null)`;
};

/** What the property took today by hour, in the last months, this year and ever, and its tenants: one trip, rollups only. */
export async function readReport(scope: SpotScope, now: Instant): Promise<ReportRow> {
  const days = reportDays(now, scope.timezone);
  const { organizationId, spotPk } = scope;
  const [row] = await scope.read<ReportRow[]>((sql) => {
    const spotFilter = sql`organization_id = ${organizationId} and spot_pk = ${spotPk}`;
    const sums = sql`'gross', coalesce(sum(gross), 0),
      'net', coalesce(sum(${netRevenue(sql)}), 0),
      'enforcement', coalesce(sum(enforcement), 0),
      'enforcement_count', coalesce(sum(enforcement_count), 0),
      'marketing', coalesce(sum(marketing), 0),
      'dynamic_pricing', coalesce(sum(dynamic_pricing), 0)`;
    return sql`
      select
        (select coalesce(json_agg(json_build_object('hour', h.local_hour, 'gross', h.gross)), '[]') from (
          select local_hour, sum(gross) as gross from revenue_hours
          where ${spotFilter} and local_date = ${days.today} group by 1) h) as hours,
        (select coalesce(json_agg(m.sums order by m.local_date), '[]') from (
          select local_date, json_build_object('date', local_date, ${sums}) as sums from revenue_months
          where ${spotFilter} and local_date >= ${days.chart} and local_date <= ${days.month}
          group by 1) m) as months,
        (select json_build_object(${sums}) from revenue_months
          where ${spotFilter} and local_date >= ${days.year} and local_date <= ${days.month}) as year,
        (select json_build_object(${sums}) from revenue_days
          where ${spotFilter} and local_date between ${days.week} and ${days.today}) as seven_days,
        (select json_build_object(${sums}) from revenue_days
          where ${spotFilter} and local_date between ${days.thirty} and ${days.today}) as thirty_days,
        (select json_build_object(${sums}) from ${lifetimeRevenue(sql, spotFilter)}) as lifetime,
        (select coalesce(sum(slot_count), 0)::bigint from bulk_rentals
          where ${spotFilter} and start_date <= ${now} and (end_date is null or end_date > ${now})) as total_slot_count,
        ${activeTenants(sql, spotFilter, now)} as total_active_rentals`;
  });
  if (!row) throw new Error('A select without from answers one row.');
  return row;
}

/** What an Employee may know of it: the tenants' counts. */
export async function readTenantCounts(scope: SpotScope, now: Instant) {
  const { organizationId, spotPk } = scope;
  const [row] = await scope.read<{ total_slot_count: number; total_active_rentals: number }[]>(
    (sql) => {
      const spotFilter = sql`organization_id = ${organizationId} and spot_pk = ${spotPk}`;
      return sql`
        select
          (select coalesce(sum(slot_count), 0)::bigint from bulk_rentals
            where ${spotFilter} and start_date <= ${now} and (end_date is null or end_date > ${now})) as total_slot_count,
          ${activeTenants(sql, spotFilter, now)} as total_active_rentals`;
    },
  );
  return row ?? { total_slot_count: 0, total_active_rentals: 0 };
}
