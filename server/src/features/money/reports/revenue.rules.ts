import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { reportedTypeNames } from '@lotkeeper/contract/money/reported-types';
import type { RevenueMonth, RevenueMonthByType } from '@lotkeeper/contract/money/revenue';
import { revenueMonths } from '@lotkeeper/contract/money/revenue';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { RevenueRow } from '../../../records/revenue.ts';
import { sumRevenue } from '../../../records/revenue.ts';
import type { GrossRow } from './revenue.queries.ts';

/** The months that the charts show, by the property's calendar. */
export function chartSpan(today: LocalDate): DaySpan {
  const month = startOfMonth(today);
  return { from: addMonths(month, 1 - revenueMonths), to: month };
}

/** The rows of each month from the first one that has any; months between without any are empty. */
function groupByMonth<Row extends { local_date: LocalDate }>(
  rows: readonly Row[],
  last: LocalDate,
) {
  const byMonth = Map.groupBy(rows, (row) => row.local_date);
  const [first] = [...byMonth.keys()].sort();
  const months: { date: LocalDate; rows: readonly Row[] }[] = [];
  for (let date = first ?? addMonths(last, 1); date <= last; date = addMonths(date, 1)) {
    months.push({ date, rows: byMonth.get(date) ?? [] });
  }
  return months;
}

/** Gross and net revenue of each month on the wire. */
export const revenueByMonth = (rows: readonly RevenueRow[], last: LocalDate): RevenueMonth[] =>
  groupByMonth(rows, last).map(({ date, rows: monthRows }) => {
    const { gross, net } = sumRevenue(monthRows);
    return { date, gross_revenue: cents(gross), net_revenue: cents(net) };
  });

const byType = (row: GrossRow | undefined) =>
  Object.fromEntries(
    reportedTypeNames.map((type) => [type, { gross_revenue: cents(row?.[type] ?? 0) }]),
  ) as Omit<RevenueMonthByType, 'date'>;

/** Gross revenue of each month by the types that reports distinguish, on the wire. */
export const revenueByType = (rows: readonly GrossRow[], last: LocalDate) =>
  groupByMonth(rows, last).map(
    ({ date, rows: [row] }): RevenueMonthByType => ({ date, ...byType(row) }),
  );
