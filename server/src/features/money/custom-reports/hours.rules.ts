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
 * How a range is cut for adding up its hours. In a stretch the hours with the same place in the period belong to
 * the same group: stretches are days with a period of one, or times without a change of the clock with one of 24.
 */
export interface HourCut {
  period: 1 | 24;
  /** Where stretches begin, whole hours of UTC, and where the last one ends. */
  edges: readonly Instant[];
  /** Up to here occupancy is measured: the last full hour. */
  full: Instant;
}

/** What came and went in a stretch at one place of the period. */
export interface MovesRow {
  /** From 1. */
  stretch: number;
  place: number;
  /** How many more rentals came than went, and the same with each times the periods of the stretch before it. */
  step: number;
  weighted: number;
  /** Seconds in the hour itself of those that came, less those of the ones that went. */
  seconds: number;
  stays: number;
  minutes: number;
}

/** When rentals came and went at a property in a range. */
export interface HourMoves {
  /** Spaces of the property. */
  spaces: number;
  /** Rentals that went on when the range began. */
  going: number;
  /** The hour of the property's first rental; what comes before its day is not measured. null = there is none. */
  first: Instant | null;
  rows: readonly MovesRow[];
}

/** What hours of one group come to. */
export interface HourSums {
  /** Hours whose occupancy is known. */
  hours: number;
  /** Seconds that rentals took a space in them. */
  occupiedSeconds: number;
  stays: number;
  minutes: number;
}

const wholeHour = (at: number) => instant(Math.floor(at / hourMs) * hourMs);
const getHourMiddle = (hour: number) => instant(hour + hourMs / 2);

/** The hours from whose middle on the clock of a zone is another one. */
const clockChanges = (from: Instant, to: Instant, zone: TimeZone) =>
  listOffsets(from, to, zone)
    .slice(1)
    .map((stretch) => wholeHour(stretch.from + hourMs / 2 - 1));

/** Cuts a range of days at a property into days, or for the hours of the clock at its changes; and at the last full hour. */
export function cutHours(
  days: DaySpan,
  { zone, now, byHour }: { zone: TimeZone; now: Instant; byHour: boolean },
): HourCut {
  const from = wholeHour(startOfDay(days.from, zone));
  const to = wholeHour(startOfDay(addDays(days.to, 1), zone));
  const full = wholeHour(now);
  const inner = byHour
    ? clockChanges(from, to, zone)
    : eachDay(days.from, days.to).map((day) => wholeHour(startOfDay(day, zone)));
  const all = [from, ...inner, full, to].filter((edge) => edge >= from && edge <= to);
  const edges = [...new Set(all)].sort((a, b) => a - b);
  return { period: byHour ? 24 : 1, edges, full };
}

/** Hours of a stretch before its `length`th that have a place in the period. */
const countHours = (length: number, index: number, period: number) =>
  Math.max(0, Math.ceil((length - index) / period));

/** The group of an hour, by its day and the hour on the clock. */
export type KeyOfHour = (day: LocalDate, hour: number) => string;

/**
 * Adds up hours by group. An hour belongs to the day and the hour that the property's clock shows in its middle,
 * which matters only in zones that are off by half an hour.
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
        const later = count - (index <= move.place ? 1 : 0);
        occupiedSeconds += (move.step * later - move.weighted) * 3600;
        if (move.place !== index) continue;
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
