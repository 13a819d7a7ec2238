import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, eachDay, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import type { Aggregator, AggregatorDay } from '@lotkeeper/contract/people/aggregator-rentals';
import { aggregators, isBookingSite } from '@lotkeeper/contract/people/rentals';
import type { StaysRow } from './aggregator-rentals.queries.ts';

/** The past and current days of a month, and their midnights, including the end of the last one. */
export function daysOfMonth(
  month: LocalDate,
  today: LocalDate,
  zone: TimeZone,
): { dates: LocalDate[]; midnights: Instant[] } {
  const last = addDays(addMonths(month, 1), -1);
  const until = last < today ? last : today;
  if (month > until) return { dates: [], midnights: [] };
  const dates = eachDay(month, until);
  return {
    dates,
    midnights: [...dates, addDays(until, 1)].map((date) => startOfDay(date, zone)),
  };
}

/** Which of the seven a source is: rentals that no booking site brought are our own. */
const toAggregator = (source: string): Aggregator =>
  isBookingSite(source) ? (source as Aggregator) : 'lotkeeper';

/** The counts of each day, on the wire. */
export function countByDay(
  dates: readonly LocalDate[],
  stays: readonly StaysRow[],
): AggregatorDay[] {
  const zeroCounts = Object.fromEntries(aggregators.map((source) => [source, 0])) as Record<
    Aggregator,
    number
  >;
  const days = dates.map((date): AggregatorDay => ({ date, ...zeroCounts, total_rentals: 0 }));
  for (const { source, first, last, rentals } of stays) {
    for (const day of days.slice(first - 1, last)) {
      day[toAggregator(source)] += rentals;
      day.total_rentals += rentals;
    }
  }
  return days;
}
