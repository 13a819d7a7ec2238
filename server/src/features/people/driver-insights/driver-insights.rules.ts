import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  addMonths,
  eachDay,
  getWeekday,
  startOfMonth,
} from '@lotkeeper/contract/kernel/calendar';
import type {
  Frequencies,
  HourlyOccupancy,
  MonthlyOccupancy,
  WeekdayFrequencies,
} from '@lotkeeper/contract/people/driver-insights';
import { powerThreshold, repeatThreshold } from '@lotkeeper/contract/people/driver-insights';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { FrequencyRow, HeatRow } from './driver-insights.queries.ts';

/** Days before today in the daily heatmap: each weekday occurs equally often. */
const hourlyDays = 12 * 7;
/** Months in the monthly heatmap, so that each has a different number. */
const heatMonths = 12;
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** The days of both heatmaps. Today isn't over, so it would lower every mean. */
export function heatSpans(today: LocalDate): Record<'hourly' | 'monthly', DaySpan> {
  const to = addDays(today, -1);
  return {
    hourly: { from: addDays(today, -hourlyDays), to },
    monthly: { from: addMonths(startOfMonth(to), 1 - heatMonths), to },
  };
}

const mean = (rentals: number, days: number) => Math.round((rentals / days) * 100) / 100;

/** The days of a range from the first rental on: days before a property opened don't count. */
function countedDays(rows: readonly HeatRow[], span: DaySpan): LocalDate[] {
  const firsts = rows.map(({ first }) => first).toSorted();
  const [first] = firsts;
  return first ? eachDay(first, span.to) : [];
}

function tally<Key>(days: readonly LocalDate[], keyOf: (day: LocalDate) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const day of days) counts.set(keyOf(day), (counts.get(keyOf(day)) ?? 0) + 1);
  return counts;
}

/** Means by hour and weekday. */
export function computeHourlyOccupancy(
  rows: readonly HeatRow[],
  span: DaySpan,
): HourlyOccupancy['data'] {
  const days = tally(countedDays(rows, span), getWeekday);
  return rows.map(({ part, dow, rentals }) => ({
    hour: part,
    dow,
    average_rentals: mean(rentals, days.get(dow) ?? 1),
  }));
}

const buildKey = (month: number, dow: number) => `${month}-${dow}`;

/** Means by month and weekday; a weekday without visits is 0. */
export function computeMonthlyOccupancy(
  rows: readonly HeatRow[],
  span: DaySpan,
): MonthlyOccupancy['data'] {
  const rentals = new Map(rows.map((row) => [buildKey(row.part, row.dow), row.rentals]));
  const days = tally(countedDays(rows, span), (day) =>
    buildKey(Number(day.slice(5, 7)), getWeekday(day)),
  );
  return Object.fromEntries(
    [...days].map(([key, count]) => [key, { average_rentals: mean(rentals.get(key) ?? 0, count) }]),
  );
}

const countDrivers = ({ power, repeat, one_time }: FrequencyRow) => power + repeat + one_time;

/** Counts with their shares; without drivers every share is 0. */
export function computeFrequencies(row: FrequencyRow): Frequencies {
  const total = Math.max(countDrivers(row), 1);
  const share = (count: number, threshold: number) => ({
    percentage: Math.round((count / total) * 1000) / 10,
    threshold,
    count,
  });
  return {
    power_drivers: share(row.power, powerThreshold),
    repeat_drivers: share(row.repeat, repeatThreshold),
    one_time_drivers: share(row.one_time, 1),
  };
}

/** Every weekday from Monday on, including those without visits. */
export function computeWeekdayFrequencies(
  rows: readonly (FrequencyRow & { dow: number })[],
): WeekdayFrequencies[] {
  return weekdays.map((dow) => {
    const row = rows.find((weekdayRow) => weekdayRow.dow === dow) ?? {
      power: 0,
      repeat: 0,
      one_time: 0,
    };
    return { dow, ...computeFrequencies(row), total_drivers: countDrivers(row) };
  });
}
