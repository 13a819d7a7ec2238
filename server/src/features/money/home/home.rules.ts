import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { HomeProperty } from '@lotkeeper/contract/money/home';
import { findHomeRanges, trendDays } from '@lotkeeper/contract/money/home';
import type { SpotRows } from '../../../records/revenue.ts';
import { sumRows } from '../../../records/revenue.ts';
import type { HomeDay } from './home.queries.ts';

/** A property's sums by its own calendar. */
export function sumHome({ pk, timezone, rows }: SpotRows<HomeDay>, now: Instant): HomeProperty {
  const today = toLocalDate(now, timezone);
  const sum = (range: { start_date: LocalDate; end_date: LocalDate }) => {
    const days = rows.filter(({ day }) => day >= range.start_date && day <= range.end_date);
    const { gross, net } = sumRows(days, ['gross', 'net']);
    return { ...range, gross: cents(gross), net: cents(net) };
  };
  const ranges = findHomeRanges(today);
  const netOf = new Map(rows.map(({ day, net }) => [day, net]));
  return {
    pk,
    today: sum(ranges.today),
    yesterday: sum(ranges.yesterday),
    week_before: sum(ranges.week_before),
    month: sum(ranges.month),
    month_before: sum(ranges.month_before),
    trend: Array.from({ length: trendDays }, (_, index) =>
      cents(netOf.get(addDays(today, index - trendDays)) ?? 0),
    ),
  };
}
