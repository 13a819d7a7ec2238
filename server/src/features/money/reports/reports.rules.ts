import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { ComparedDays, MonthlyRevenue, SpotReport } from '@lotkeeper/contract/money/reports';
import { revenueChartMonths } from '@lotkeeper/contract/money/reports';
import type { DaySpan } from '../../../records/day-spans.ts';
import { listComparedDays } from './compared-days.rules.ts';
import type { ReportRow, SpanRow } from './reports.queries.ts';

/**
 * The dynamic pricing uplift: revenue above what the same rentals would have paid at the base price, as a ratio; null
 * when nothing was sold above it.
 */
export function upliftRatio(span: Pick<SpanRow, 'gross' | 'dynamic_pricing'>): number | null {
  const atBase = span.gross - span.dynamic_pricing;
  if (span.dynamic_pricing <= 0 || atBase <= 0) return null;
  return span.dynamic_pricing / atBase;
}

const toEnforcementUplift = (span: SpanRow | undefined) => ({
  enforcement_revenue: cents(span?.enforcement ?? 0),
  rental_count: span?.enforcement_count ?? 0,
});

function toMonthlyRevenue(date: LocalDate, span: SpanRow | undefined): MonthlyRevenue {
  return {
    date,
    gross_revenue: cents(span?.gross ?? 0),
    net_revenue: cents(span?.net ?? 0),
    enforcement_revenue: cents(span?.enforcement ?? 0),
    marketing_revenue: cents(span?.marketing ?? 0),
    dynamic_pricing_revenue: cents(span?.dynamic_pricing ?? 0),
  };
}

const toComparedDays = ({ from, to }: DaySpan, { gross }: { gross: number }): ComparedDays => ({
  start_date: from,
  end_date: to,
  gross_revenue: cents(gross),
});

/** The report on the wire. Months without revenue have zeros, so that charts have no gaps. */
export function toReport(
  row: ReportRow,
  days: { today: LocalDate; chart: LocalDate; month: LocalDate },
  now: Instant,
): SpotReport {
  const spans = new Map(row.months.map((span) => [span.date, span]));
  const months = Array.from({ length: revenueChartMonths }, (_, index) =>
    addMonths(days.chart, index),
  );
  const compared = listComparedDays(days.today);
  return {
    hourly_live: Object.fromEntries(
      row.hours.map(({ hour, gross }) => [String(hour), { gmv: cents(gross) }]),
    ),
    monthly: months.map((date) => toMonthlyRevenue(date, spans.get(date))),
    yearly: { gross_revenue: cents(row.year.gross) },
    same_days: {
      month: toComparedDays(compared.month, row.same_days_of_month),
      month_ago: toComparedDays(compared.monthAgo, row.same_days_month_ago),
      year_ago: toComparedDays(compared.yearAgo, row.same_days_year_ago),
    },
    bulk_rentals: {
      total_slot_count: row.total_slot_count,
      total_active_rentals: row.total_active_rentals,
    },
    dynamic_pricing_uplift: {
      last_seven_days: upliftRatio(row.seven_days),
      last_30_days: upliftRatio(row.thirty_days),
      lifetime: upliftRatio(row.lifetime),
    },
    enforcement_uplift: {
      seven_days: toEnforcementUplift(row.seven_days),
      month_to_date: toEnforcementUplift(spans.get(days.month)),
      year_to_date: toEnforcementUplift(row.year),
    },
    last_updated_at: toEpochSeconds(now),
  };
}
