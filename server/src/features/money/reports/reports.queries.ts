import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  addMonths,
  startOfMonth,
  startOfYear,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { revenueChartMonths } from '@lotkeeper/contract/money/reports';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import { lifetimeRevenue, netRevenue, selectRows } from '../../../records/revenue.ts';

const upliftColumns = ['enforcement', 'enforcement_count', 'marketing', 'dynamic_pricing'] as const;

/** Money and counts of a property in one span of its calendar. */
export type SpanRow = Record<'gross' | 'net' | (typeof upliftColumns)[number], number>;

interface TenantCounts {
  total_slot_count: number;
  total_active_rentals: number;
}

export interface ReportRow extends TenantCounts {
  hours: { hour: number; gross: number }[];
  months: (SpanRow & { date: LocalDate })[];
  year: SpanRow;
  seven_days: SpanRow;
  thirty_days: SpanRow;
  lifetime: SpanRow;
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

const filterSpot = (sql: Sql, { organizationId, spotPk }: SpotScope) =>
  sql`organization_id = ${organizationId} and spot_pk = ${spotPk}`;

/** Tenants that go on now; those with an end and those without are two short ranges of one index. */
const selectTenantCounts = (sql: Sql, spotFilter: Fragment, now: Instant) => {
  const tenants = sql`
    select count(*) filter (where rental_type in ('bulk_rental', 'enterprise') and start_date <= ${now})
    from rentals where ${spotFilter}`;
  return sql<TenantCounts[]>`
    select
      (select coalesce(sum(slot_count), 0)::bigint from bulk_rentals
        where ${spotFilter} and start_date <= ${now} and (end_date is null or end_date > ${now})) as total_slot_count,
      (${tenants} and end_date > ${now}) + (${tenants} and end_date is null) as total_active_rentals`;
};

/** What the property took today by hour, in the last months, this year and ever, and its tenants: one trip, rollups only. */
export async function readReport(scope: SpotScope, now: Instant): Promise<ReportRow> {
  const { today, week, thirty, month, chart, year } = reportDays(now, scope.timezone);
  const [row] = await scope.read<ReportRow[]>((sql) => {
    const spotFilter = filterSpot(sql, scope);
    const sums = sql`
      coalesce(sum(${netRevenue(sql)}), 0) as net, coalesce(sum(gross), 0) as gross,
      ${sql.unsafe(upliftColumns.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', '))}`;
    const selectSpan = (table: 'revenue_days' | 'revenue_months', span: DaySpan) => sql`
      (select to_json(r) from (${selectRows(sql, scope, table, { columns: sums, span })}) r)`;
    return sql`
      ${selectTenantCounts(sql, spotFilter, now)},
        (select coalesce(json_agg(json_build_object('hour', h.local_hour, 'gross', h.gross)), '[]') from (
          select local_hour, sum(gross) as gross from revenue_hours
          where ${spotFilter} and local_date = ${today} group by 1) h) as hours,
        (select coalesce(json_agg(m order by m.date), '[]') from (
          select local_date as date, ${sums} from revenue_months
          where ${spotFilter} and local_date between ${chart} and ${month} group by 1) m) as months,
        ${selectSpan('revenue_months', { from: year, to: month })} as year,
        ${selectSpan('revenue_days', { from: week, to: today })} as seven_days,
        ${selectSpan('revenue_days', { from: thirty, to: today })} as thirty_days,
        (select to_json(r) from (
          select ${sums} from ${lifetimeRevenue(sql, spotFilter)}) r) as lifetime`;
  });
  return must(row, 'report');
}

/** What an Employee may know of it: the tenants' counts. */
export async function readTenantCounts(scope: SpotScope, now: Instant): Promise<TenantCounts> {
  const [row] = await scope.read<TenantCounts[]>((sql) =>
    selectTenantCounts(sql, filterSpot(sql, scope), now),
  );
  return must(row, 'counts of tenants');
}
