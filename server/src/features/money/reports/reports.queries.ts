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
import { sumMoney } from '../../../records/money/money-sums.ts';
import { listComparedDays } from './compared-days.rules.ts';

const measures = [
  'gross',
  'net',
  'enforcement',
  'enforcement_count',
  'marketing',
  'dynamic_pricing',
] as const;

/** A property's money and counts in a span of its calendar. */
export type SpanRow = Record<(typeof measures)[number], number>;

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
  same_days_of_month: Pick<SpanRow, 'gross'>;
  same_days_month_ago: Pick<SpanRow, 'gross'>;
  same_days_year_ago: Pick<SpanRow, 'gross'>;
}

/** The first days of the report's spans; each includes today. */
export function reportDays(now: Instant, timezone: string) {
  const today = toLocalDate(now, timezone);
  return {
    today,
    week: addDays(today, -6),
    thirty: addDays(today, -29),
    month: startOfMonth(today),
    monthEnd: addDays(addMonths(startOfMonth(today), 1), -1),
    chart: addMonths(startOfMonth(today), 1 - revenueChartMonths),
    year: startOfYear(today),
  };
}

const filterSpot = (sql: Sql, { organizationId, spotPk }: SpotScope) =>
  sql`organization_id = ${organizationId} and spot_pk = ${spotPk}`;

/** Tenants that are active now; those with an end and those without are two short ranges of one index. */
const selectTenantCounts = (sql: Sql, spotFilter: Fragment, now: Instant) => {
  const tenants = sql`
    select count(*) filter (where rental_type in ('bulk_rental', 'enterprise') and start_date <= ${now})
    from live_rentals where ${spotFilter}`;
  return sql<TenantCounts[]>`
    select
      (select coalesce(sum(slot_count), 0)::bigint from bulk_rentals
        where ${spotFilter} and start_date <= ${now} and (end_date is null or end_date > ${now})) as total_slot_count,
      (${tenants} and end_date > ${now}) + (${tenants} and end_date is null) as total_active_rentals`;
};

/**
 * A property's revenue today by hour, in recent months, this year, and in total, and its tenants: one round trip,
 * rollups only.
 */
export async function readReport(scope: SpotScope, now: Instant): Promise<ReportRow> {
  const { today, week, thirty, monthEnd, chart, year } = reportDays(now, scope.timezone);
  const [row] = await scope.read<ReportRow[]>((sql) => {
    const selectSpan = (span: DaySpan | null) => sql`
      (select to_json(r) from (${sumMoney(sql, scope, { measures, span })}) r)`;
    const compared = listComparedDays(today);
    const selectGross = (span: DaySpan) => sql`
      (select to_json(r) from (${sumMoney(sql, scope, { measures: ['gross'], span })}) r)`;
    const list = (rows: Fragment) => sql`(select coalesce(json_agg(r), '[]') from (${rows}) r)`;
    const day = { from: today, to: today };
    const months = { from: chart, to: monthEnd };
    return sql`
      ${selectTenantCounts(sql, filterSpot(sql, scope), now)},
        ${list(sumMoney(sql, scope, { measures: ['gross'], by: { hour: 'hour' }, span: day }))} as hours,
        ${list(sumMoney(sql, scope, { measures, by: { date: 'month' }, span: months }))} as months,
        ${selectSpan({ from: year, to: monthEnd })} as year,
        ${selectSpan({ from: week, to: today })} as seven_days,
        ${selectSpan({ from: thirty, to: today })} as thirty_days,
        ${selectSpan(null)} as lifetime,
        ${selectGross(compared.month)} as same_days_of_month,
        ${selectGross(compared.monthAgo)} as same_days_month_ago,
        ${selectGross(compared.yearAgo)} as same_days_year_ago`;
  });
  return must(row, 'report');
}

/** The part that an Employee may see: the tenants' counts. */
export async function readTenantCounts(scope: SpotScope, now: Instant): Promise<TenantCounts> {
  const [row] = await scope.read<TenantCounts[]>((sql) =>
    selectTenantCounts(sql, filterSpot(sql, scope), now),
  );
  return must(row, 'counts of tenants');
}
