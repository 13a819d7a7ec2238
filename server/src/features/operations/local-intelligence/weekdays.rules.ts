import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { WeekdayDemand } from '@lotkeeper/contract/operations/local-intelligence';
import type { DemandDay } from './demand.rules.ts';
import { isOrdinary, median, quantile } from './demand.rules.ts';

/** Days of the last 52 weeks, so that a growing property is measured by its current size. */
const recentDays = 52 * 7;
/** Minimum days of a weekday to define what is typical. */
const fewest = 4;

const ascending = (a: number, b: number) => a - b;

/** Typical weekdays, from Monday on, compared to the mean of all known ones. */
export function summarizeWeekdays(days: readonly DemandDay[], money: boolean): WeekdayDemand[] {
  const recent = days.slice(-recentDays).filter(isOrdinary);
  const found = [1, 2, 3, 4, 5, 6, 7].map((dow) => {
    const weekdayDays = recent.filter((day) => day.weekday === dow);
    const counts = weekdayDays.map(({ rentals }) => rentals).toSorted(ascending);
    return {
      dow,
      own: weekdayDays,
      counts,
      typical: counts.length < fewest ? null : median(counts),
    };
  });
  const known = found.flatMap(({ typical }) => (typical === null ? [] : [typical]));
  const average = known.reduce((total, value) => total + value, 0) / Math.max(known.length, 1);
  const compareToMean = (value: number | null) =>
    value === null || average === 0 ? null : Math.round((value / average - 1) * 1000) / 1000;
  return found.map(({ dow, own, counts, typical }) => ({
    dow,
    days: own.length,
    rentals: typical,
    change: compareToMean(typical),
    low: typical === null ? null : compareToMean(quantile(counts, 0.1)),
    high: typical === null ? null : compareToMean(quantile(counts, 0.9)),
    ...(money && { net: typical === null ? null : middleNet(own) }),
  }));
}

/** The median amount: an actual one, so that no cent is rounded. */
function middleNet(days: readonly DemandDay[]): Cents | null {
  const middle = quantile(days.map(({ net }) => net).toSorted(ascending), 0.5);
  return middle === null ? null : cents(middle);
}
