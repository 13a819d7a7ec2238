import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  addMonths,
  eachDay,
  listOffsets,
  startOfDay,
  startOfMonth,
} from '@lotkeeper/contract/kernel/calendar';
import { cents, shortDollarsText } from '@lotkeeper/contract/kernel/money';
import { firstOfMonth } from '@lotkeeper/contract/kernel/month-year';
import type { DailyReports, DatedFigures, Figures } from '@lotkeeper/contract/money/daily-reports';
import { monthlyReportMonths, usageDays } from '@lotkeeper/contract/money/daily-reports';
import type { RevenueRow } from '../../../records/money/money-sums.ts';
import { revenueMeasures } from '../../../records/money/money-sums.ts';
import { sumRows } from '../../../records/money/revenue.ts';
import type { readDailyReports, UsageRow } from './daily-reports.queries.ts';

/** The spans that a month's report reads; `today` is by the property's calendar. */
export function reportSpans(month: LocalDate, today: LocalDate, zone: TimeZone) {
  const to = addDays(addMonths(month, 1), -1);
  return {
    days: { from: month, to },
    months: { from: addMonths(month, 1 - monthlyReportMonths), to },
    usage: usageSpan(today, zone),
  };
}

/** The days whose rentals are reported by weekday and by the hour of their start, and the property's clock in them. */
function usageSpan(today: LocalDate, zone: TimeZone) {
  const days = { from: addDays(today, -usageDays), to: addDays(today, -1) };
  const from = startOfDay(days.from, zone);
  const to = startOfDay(today, zone);
  return { days, from, to, offsets: listOffsets(from, to, zone) };
}

const formatAmount = (amount: number) => shortDollarsText(cents(amount));

/** The totals of rows on the wire; zeros without any. */
export function computeFigures(rows: readonly RevenueRow[]): Figures {
  const [first, ...others] = rows;
  const all = first && others.length === 0 ? first : sumRows(rows, revenueMeasures);
  return {
    count_of_rentals: all.rentals,
    gross_revenue: cents(all.gross),
    gross_revenue_formatted: formatAmount(all.gross),
    count_of_refunds: all.refund_count,
    refund_amount: cents(all.refunds),
    refund_amount_formatted: formatAmount(all.refunds),
    tax_amount: cents(all.tax),
    tax_amount_formatted: formatAmount(all.tax),
    client_payment_processing_fee: cents(all.processing_fee),
    client_payment_processing_fee_formatted: formatAmount(all.processing_fee),
    adjusted_revenue: cents(all.adjusted),
    adjusted_revenue_formatted: formatAmount(all.adjusted),
    contribution_amount_exclude_tax: cents(all.commission),
    contribution_amount_exclude_tax_formatted: formatAmount(all.commission),
    net_revenue: cents(all.net),
    net_revenue_formatted: formatAmount(all.net),
  };
}

/** The figures of each date; zeros where there are no rows. */
export function computeDatedFigures(
  rows: readonly RevenueRow[],
  dates: readonly LocalDate[],
): DatedFigures[] {
  const byDate = Map.groupBy(rows, (row) => row.date);
  const zeros = computeFigures([]);
  return dates.map((date) => {
    const found = byDate.get(date);
    return { date, ...(found ? computeFigures(found) : zeros) };
  });
}

/** The days of a span up to today, and later ones that already have money. */
export function reportedDays(
  rows: readonly RevenueRow[],
  { from, to }: { from: LocalDate; to: LocalDate },
  today: LocalDate,
): LocalDate[] {
  const until = to < today ? to : today;
  const ahead = rows.map((row) => row.date).filter((date) => date > until);
  return [...(from <= until ? eachDay(from, until) : []), ...[...new Set(ahead)].sort()];
}

/** How many rentals there were by weekday, and began by hour; contains every one. */
function countUsage(
  usage: readonly UsageRow[],
): Pick<DailyReports, 'weekly_usage' | 'hourly_usage'> {
  const count = (key: 'weekday' | 'hour', value: number) =>
    usage.find((row) => row[key] === value)?.rentals ?? 0;
  return {
    weekly_usage: Array.from({ length: 7 }, (_, day) => ({
      dow: day + 1,
      count_of_rentals: count('weekday', day + 1),
    })),
    hourly_usage: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      count_of_rentals: count('hour', hour),
    })),
  };
}

/** The month that a query names by number and year, otherwise the current one. */
export function monthAsked(
  { month, year }: { month?: number | undefined; year?: number | undefined },
  today: LocalDate,
): LocalDate {
  if (month === undefined || year === undefined) return startOfMonth(today);
  return firstOfMonth({ month, year });
}

/** A month's report on the wire. */
export function buildDailyReports(
  read: Awaited<ReturnType<typeof readDailyReports>>,
  spans: ReturnType<typeof reportSpans>,
  today: LocalDate,
): DailyReports {
  const months = Array.from({ length: monthlyReportMonths }, (_, index) =>
    addMonths(spans.months.from, index),
  );
  return {
    total: computeFigures(read.days),
    daily_reports: computeDatedFigures(read.days, reportedDays(read.days, spans.days, today)),
    monthly: computeDatedFigures(read.months, months),
    ...countUsage(read.usage),
  };
}
