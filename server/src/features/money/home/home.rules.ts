import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { HomeProperty } from '@lotkeeper/contract/money/home';
import { findHomeRanges, trendDays } from '@lotkeeper/contract/money/home';
import type { SpotRows } from '../../../records/money/revenue.ts';
import { sumRows } from '../../../records/money/revenue.ts';
import { isDayOff, listHolidays } from '../../../records/operations/holidays.ts';
import type { HomeDay } from './home.queries.ts';

/** A property's sums by its own calendar. */
export async function sumHome(spot: SpotRows<HomeDay>, now: Instant): Promise<HomeProperty> {
  const { pk, timezone, rows } = spot;
  const today = toLocalDate(now, timezone);
  const sum = (range: { start_date: LocalDate; end_date: LocalDate }) => {
    const days = rows.filter(({ day }) => day >= range.start_date && day <= range.end_date);
    const { gross, net } = sumRows(days, ['gross', 'net']);
    return { ...range, gross: cents(gross), net: cents(net) };
  };
  const ranges = findHomeRanges(today);
  const span = { from: ranges.week_before.start_date, to: ranges.yesterday.end_date };
  const daysOff = (await listHolidays(span, spot)).filter(isDayOff);
  const sumDay = (day: typeof ranges.yesterday) => ({
    ...sum(day),
    holiday: daysOff.find(({ date }) => date === day.start_date)?.name ?? null,
  });
  const netOf = new Map(rows.map(({ day, net }) => [day, net]));
  return {
    pk,
    today: sum(ranges.today),
    yesterday: sumDay(ranges.yesterday),
    week_before: sumDay(ranges.week_before),
    month: sum(ranges.month),
    month_before: sum(ranges.month_before),
    trend: Array.from({ length: trendDays }, (_, index) =>
      cents(netOf.get(addDays(today, index - trendDays)) ?? 0),
    ),
  };
}
