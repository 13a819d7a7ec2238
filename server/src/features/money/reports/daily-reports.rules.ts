import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  addMonths,
  eachDay,
  getWeekday,
  startOfDay,
  startOfMonth,
  toLocalDate,
  toLocalHour,
} from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { cents, shortDollarsText } from '@lotkeeper/contract/kernel/money';
import { firstOfMonth } from '@lotkeeper/contract/kernel/month-year';
import type { DailyReports, DatedFigures, Figures } from '@lotkeeper/contract/money/daily-reports';
import { monthlyReportMonths, usageDays } from '@lotkeeper/contract/money/daily-reports';
import type { RevenueRow } from '../../../records/money-sums.ts';
import { revenueMeasures } from '../../../records/money-sums.ts';
import { sumRows } from '../../../records/revenue.ts';
import type { StartsRow } from './daily-reports.queries.ts';

/** The spans that a month's report reads; `today` is by the property's calendar. */
export function reportSpans(month: LocalDate, today: LocalDate, zone: TimeZone) {
  const to = addDays(addMonths(month, 1), -1);
  return {
    days: { from: month, to },
    months: { from: addMonths(month, 1 - monthlyReportMonths), to },
    usage: usageSpan(today, zone),
  };
}

/** The days whose rentals are reported by starting hour, in stretches within an hour of the property's time. */
function usageSpan(today: LocalDate, zone: TimeZone) {
  const from = startOfDay(addDays(today, -usageDays), zone);
  const to = startOfDay(today, zone);
  // Midnights on a full hour of UTC mean that the zone has whole-hour offsets, before and after a clock change.
  const isHourAligned = [from, to].every((midnight) => midnight % hourMs === 0);
  return { from, to, minutes: isHourAligned ? 60 : 15 } as const;
}

const formatAmount = (amount: number) => shortDollarsText(cents(amount));

/** The totals of rows on the wire; zeros without any. */
export function computeFigures(rows: readonly RevenueRow[]): Figures {
  const all = sumRows(rows, revenueMeasures);
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
  return dates.map((date) => ({ date, ...computeFigures(byDate.get(date) ?? []) }));
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

/** Rentals by weekday and local hour; contains every weekday and hour. */
function computeUsage(
  starts: readonly StartsRow[],
  zone: TimeZone,
): Pick<DailyReports, 'weekly_usage' | 'hourly_usage'> {
  const weekdays = Array.from({ length: 7 }, () => 0);
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { begun_at, rentals } of starts) {
    const [day, hour] = [
      getWeekday(toLocalDate(begun_at, zone)) - 1,
      toLocalHour(begun_at, zone),
    ] as const;
    weekdays[day] = (weekdays[day] ?? 0) + rentals;
    hours[hour] = (hours[hour] ?? 0) + rentals;
  }
  return {
    weekly_usage: weekdays.map((count, day) => ({ dow: day + 1, count_of_rentals: count })),
    hourly_usage: hours.map((count, hour) => ({ hour, count_of_rentals: count })),
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
  read: Record<'days' | 'months', RevenueRow[]> & { starts: StartsRow[] },
  spans: ReturnType<typeof reportSpans>,
  today: LocalDate,
  zone: TimeZone,
): DailyReports {
  const months = Array.from({ length: monthlyReportMonths }, (_, index) =>
    addMonths(spans.months.from, index),
  );
  return {
    total: computeFigures(read.days),
    daily_reports: computeDatedFigures(read.days, reportedDays(read.days, spans.days, today)),
    monthly: computeDatedFigures(read.months, months),
    ...computeUsage(read.starts, zone),
  };
}
