import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { reportedTypeNames } from '@lotkeeper/contract/money/reported-types';
import type { RevenueMonth, RevenueMonthByType } from '@lotkeeper/contract/money/revenue';
import { revenueMonths } from '@lotkeeper/contract/money/revenue';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { MoneyRow } from '../../../records/money/money-sums.ts';

/** The months that the charts show, by the property's calendar. */
export function chartSpan(today: LocalDate): DaySpan {
  const month = startOfMonth(today);
  return { from: addMonths(month, 1 - revenueMonths), to: addDays(addMonths(month, 1), -1) };
}

/** The rows of each month from the first one with any; months in between without any are empty. */
function groupByMonth<Row extends { date: LocalDate }>(rows: readonly Row[], last: LocalDate) {
  const byMonth = Map.groupBy(rows, (row) => row.date);
  const [first] = [...byMonth.keys()].sort();
  const months: { date: LocalDate; rows: readonly Row[] }[] = [];
  for (let date = first ?? addMonths(last, 1); date <= last; date = addMonths(date, 1)) {
    months.push({ date, rows: byMonth.get(date) ?? [] });
  }
  return months;
}

/** Gross and net revenue of each month on the wire. */
export const revenueByMonth = (
  rows: readonly MoneyRow<'gross' | 'net', { date: 'month' }>[],
  last: LocalDate,
): RevenueMonth[] =>
  groupByMonth(rows, last).map(({ date, rows: [row] }) => ({
    date,
    gross_revenue: cents(row?.gross ?? 0),
    net_revenue: cents(row?.net ?? 0),
  }));

/** What drivers paid in a month, by its first day, for each type that had any; in cents. */
export interface MonthOfTypes {
  date: LocalDate;
  gross: Partial<Record<ReportedType, number>>;
}

/** Gross revenue of each month by the types that reports distinguish, on the wire. */
export const revenueByType = (rows: readonly MonthOfTypes[], last: LocalDate) =>
  groupByMonth(rows, last).map(({ date, rows: [row] }): RevenueMonthByType => {
    const byType = reportedTypeNames.map((type) => [
      type,
      { gross_revenue: cents(row?.gross[type] ?? 0) },
    ]);
    return { date, ...(Object.fromEntries(byType) as Omit<RevenueMonthByType, 'date'>) };
  });
