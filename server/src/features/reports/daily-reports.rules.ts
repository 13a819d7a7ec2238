import type { DailyReports, DatedFigures, Figures } from '@lotkeeper/contract/daily-reports';
import { monthlyReportMonths, usageDays } from '@lotkeeper/contract/daily-reports';
import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  addMonths,
  eachDay,
  listOffsets,
  startOfDay,
  startOfMonth,
} from '@lotkeeper/contract/kernel/calendar';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import { firstOfMonth } from '@lotkeeper/contract/kernel/month-year';
import type { RevenueRow } from '../../records/revenue.ts';
import { sumRevenue } from '../../records/revenue.ts';
import type { StartsRow } from './daily-reports.queries.ts';

/** The spans that a report of a month reads, `today` by the property's calendar. */
export function reportSpans(month: LocalDate, today: LocalDate, zone: TimeZone) {
  return {
    days: { from: month, to: addDays(addMonths(month, 1), -1) },
    months: { from: addMonths(month, 1 - monthlyReportMonths), to: month },
    /** The days whose rentals are reported by weekday and by starting hour. */
    usage: listOffsets(startOfDay(addDays(today, -usageDays), zone), startOfDay(today, zone), zone),
  };
}

/** An amount in words, without cents where there aren’t any. */
function words(amount: number): string {
  const text = dollarsText(cents(amount));
  return text.endsWith('.00') ? text.slice(0, -3) : text;
}

/** What the rows come to, on the wire; no rows make zeros. */
export function computeFigures(rows: readonly RevenueRow[]): Figures {
  const all = sumRevenue(rows);
  return {
    count_of_rentals: all.rentals,
    gross_revenue: cents(all.gross),
    gross_revenue_formatted: words(all.gross),
    count_of_refunds: all.refund_count,
    refund_amount: cents(all.refunds),
    refund_amount_formatted: words(all.refunds),
    tax_amount: cents(all.tax),
    tax_amount_formatted: words(all.tax),
    client_payment_processing_fee: cents(all.processing_fee),
    client_payment_processing_fee_formatted: words(all.processing_fee),
    adjusted_revenue: cents(all.adjusted),
    adjusted_revenue_formatted: words(all.adjusted),
    contribution_amount_exclude_tax: cents(all.commission),
    contribution_amount_exclude_tax_formatted: words(all.commission),
    net_revenue: cents(all.net),
    net_revenue_formatted: words(all.net),
  };
}

/** The figures of each date; zeros where there are no rows. */
export function computeDatedFigures(
  rows: readonly RevenueRow[],
  dates: readonly LocalDate[],
): DatedFigures[] {
  const byDate = Map.groupBy(rows, (row) => row.local_date);
  return dates.map((date) => ({ date, ...computeFigures(byDate.get(date) ?? []) }));
}

/** The days of a span up to today, and later ones with money already. */
export function reportedDays(
  rows: readonly RevenueRow[],
  { from, to }: { from: LocalDate; to: LocalDate },
  today: LocalDate,
): LocalDate[] {
  const until = to < today ? to : today;
  const ahead = rows.map((row) => row.local_date).filter((date) => date > until);
  return [...(from <= until ? eachDay(from, until) : []), ...[...new Set(ahead)].sort()];
}

/** Rentals by weekday and by hour of the property's clock; every weekday and hour is there. */
function computeUsage(
  starts: readonly StartsRow[],
): Pick<DailyReports, 'weekly_usage' | 'hourly_usage'> {
  const count = (isCounted: (row: StartsRow) => boolean) =>
    starts.filter(isCounted).reduce((sum, { rentals }) => sum + rentals, 0);
  return {
    weekly_usage: Array.from({ length: 7 }, (_, day) => ({
      dow: day + 1,
      count_of_rentals: count(({ dow }) => dow === day + 1),
    })),
    hourly_usage: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      count_of_rentals: count((row) => row.hour === hour),
    })),
  };
}

/** The month that a query names by its number and year, else the one of today. */
export function monthAsked(
  { month, year }: { month?: number | undefined; year?: number | undefined },
  today: LocalDate,
): LocalDate {
  if (month === undefined || year === undefined) return startOfMonth(today);
  return firstOfMonth({ month, year });
}

/** The report of a month on the wire. */
export function buildDailyReports(
  read: Record<'days' | 'months', RevenueRow[]> & { starts: StartsRow[] },
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
    ...computeUsage(read.starts),
  };
}
