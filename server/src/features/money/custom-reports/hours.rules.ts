import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  eachDay,
  instant,
  listOffsets,
  startOfDay,
  toLocalDate,
  toLocalHour,
} from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { DaySpan } from '../../../records/day-spans.ts';

/**
 * How a range is split for summing its hours. Within a stretch, hours with the same offset in the period belong to the
 * same group: stretches are either days with a period of one, or spans without a clock change with a period of 24.
 */
export interface HourCut {
  period: 1 | 24;
  /** The starts of stretches, as whole hours of UTC, and the end of the last one. */
  edges: readonly Instant[];
  /** Occupancy is measured up to here: the last full hour. */
  full: Instant;
}

/** Arrivals and departures in a stretch, at one offset of the period. */
export interface MovesRow {
  /** Starts at 1. */
  stretch: number;
  slot: number;
  /** Arrivals minus departures, and the same weighted by the number of periods before it in the stretch. */
  step: number;
  weighted: number;
  /** Seconds that the arrivals spent in the hour itself, minus those that the departures would have. */
  seconds: number;
  stays: number;
  minutes: number;
}

/** When rentals began and ended at a property in a range. */
export interface HourMoves {
  spaces: number;
  /** Rentals that were active when the range began. */
  going: number;
  /** The hour of the property's first rental; days before it aren't measured. null = there is none. */
  first: Instant | null;
  rows: readonly MovesRow[];
}

/** Totals of the hours in a group. */
export interface HourSums {
  /** Hours with a known occupancy. */
  hours: number;
  /** Seconds during which rentals occupied a space. */
  occupiedSeconds: number;
  stays: number;
  minutes: number;
}

const wholeHour = (at: number) => instant(Math.floor(at / hourMs) * hourMs);
const getHourMiddle = (hour: number) => instant(hour + hourMs / 2);

/** The hours whose middle has another UTC offset than the hour before. */
const clockChanges = (from: Instant, to: Instant, zone: TimeZone) =>
  listOffsets(from, to, zone)
    .slice(1)
    .map((stretch) => wholeHour(stretch.from + hourMs / 2 - 1));

/**
 * Splits a property's range into days or, for hours of the clock, at the clock changes; also splits it at the last full
 * hour.
 */
export function cutHours(
  days: DaySpan,
  { zone, now, byHour }: { zone: TimeZone; now: Instant; byHour: boolean },
): HourCut {
  const from = wholeHour(startOfDay(days.from, zone));
  const to = wholeHour(startOfDay(addDays(days.to, 1), zone));
  const lastFullHour = wholeHour(now);
  const inner = byHour
    ? clockChanges(from, to, zone)
    : eachDay(days.from, days.to).map((day) => wholeHour(startOfDay(day, zone)));
  const all = [from, ...inner, lastFullHour, to].filter((edge) => edge >= from && edge <= to);
  const edges = [...new Set(all)].sort((a, b) => a - b);
  return { period: byHour ? 24 : 1, edges, full: lastFullHour };
}

/** How many of a stretch's first `length` hours have this offset in the period. */
const countHours = (length: number, index: number, period: number) =>
  Math.max(0, Math.ceil((length - index) / period));

/** The group of an hour, by its day and its local hour. */
export type KeyOfHour = (day: LocalDate, hour: number) => string;

/**
 * Sums hours by group. An hour belongs to the local day and hour of its middle, which only matters in time zones with a
 * half-hour offset.
 */
export function sumHours(
  { going: before, first, rows }: HourMoves,
  { period, edges, full }: HourCut,
  { zone, keyOf }: { zone: TimeZone; keyOf: KeyOfHour },
): Map<string, HourSums> {
  const sums = new Map<string, HourSums>();
  const measurementStart =
    first === null
      ? Number.POSITIVE_INFINITY
      : wholeHour(startOfDay(toLocalDate(getHourMiddle(first), zone), zone));
  const byStretch = Map.groupBy(rows, ({ stretch }) => stretch);
  let activeCount = before;
  for (let stretch = 1; stretch < edges.length; stretch += 1) {
    const [start, end] = [edges[stretch - 1] as Instant, edges[stretch] as Instant];
    const moves = byStretch.get(stretch) ?? [];
    const length = (end - start) / hourMs;
    const unknown = Math.min(length, Math.max(0, (measurementStart - start) / hourMs));
    for (let index = 0; index < Math.min(period, length); index += 1) {
      const middle = getHourMiddle(start + index * hourMs);
      const key = keyOf(toLocalDate(middle, zone), toLocalHour(middle, zone));
      const hourSums = sums.get(key) ?? { hours: 0, occupiedSeconds: 0, stays: 0, minutes: 0 };
      const count = countHours(length, index, period);
      const known = end <= full ? count - countHours(unknown, index, period) : 0;
      let occupiedSeconds = activeCount * count * 3600;
      for (const move of moves) {
        const hoursAfter = count - (index <= move.slot ? 1 : 0);
        occupiedSeconds += (move.step * hoursAfter - move.weighted) * 3600;
        if (move.slot !== index) continue;
        occupiedSeconds += move.seconds;
        hourSums.stays += move.stays;
        hourSums.minutes += move.minutes;
      }
      if (known > 0) {
        hourSums.hours += known;
        hourSums.occupiedSeconds += occupiedSeconds;
      }
      if (known > 0 || hourSums.stays > 0) sums.set(key, hourSums);
    }
    for (const { step } of moves) activeCount += step;
  }
  return sums;
}
