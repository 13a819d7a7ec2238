import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type {
  FrequencyWindow,
  HourlyOccupancy,
  MonthlyOccupancy,
} from '@lotkeeper/contract/people/driver-insights';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { now } from '../../../kernel/clock.ts';

/** A range of days at a property, ending today. */
export function listWindow(spot: SpotSummary, days: FrequencyWindow) {
  const end = toLocalDate(now(), spot.timezone);
  return { spot: String(spot.pk), start: addDays(end, 1 - days), end };
}

/** The start hours of the daily heatmap's buckets: two hours each, 6 am to midnight. */
export const bucketHours = [6, 8, 10, 12, 14, 16, 18, 20, 22] as const;

/** Mean rentals in each bucket of a weekday, 1 = Monday. */
export function getBucketAverages(data: HourlyOccupancy['data'], dow: number): number[] {
  const at = (hour: number) =>
    data.find((bucket) => bucket.dow === dow && bucket.hour === hour)?.average_rentals ?? 0;
  return bucketHours.map((hour) => at(hour) + at(hour + 1));
}

/** Mean rentals on a weekday (1 = Monday) in each of the months (1 to 12); null without days. */
export function getMonthlyAverages(
  data: MonthlyOccupancy['data'],
  months: readonly number[],
  dow: number,
): (number | null)[] {
  return months.map((month) => data[`${month}-${dow}`]?.average_rentals ?? null);
}

/** Twelve months, numbered 1 to 12, ending with the given one. */
export const monthsUpTo = (last: number) =>
  Array.from({ length: 12 }, (_, index) => ((last + index) % 12) + 1);
