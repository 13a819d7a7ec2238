import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  hourMs,
  instant,
  localDateOf,
  localHourOf,
  startOfDay,
} from '@lotkeeper/contract/kernel/calendar';
import type { DaySpan } from '../../records/revenue.ts';

/** Whole hours of UTC, from the first up to before the last. */
export interface HourSpan {
  from: Instant;
  to: Instant;
}

/** When rentals came and went at a property, by hours of UTC since 1970 in which anything moved, in order. */
export interface HourMoves {
  /** Spaces of the property. */
  spaces: number;
  /** Rentals that went on when the range began. */
  going: number;
  /** Whether anything moved before the range; what comes before the first rental is not measured. */
  known_before: boolean;
  hours: number[];
  /** How many more rentals went on after each of these hours than before. */
  steps: number[];
  /** Seconds in the hour itself of those that came, less those of the ones that went. */
  seconds: number[];
  stays: number[];
  minutes: number[];
}

/** What hours of one group come to. */
export interface HourSums {
  /** Hours whose occupancy is known. */
  hours: number;
  /** Seconds in which rentals took a space in them. */
  taken: number;
  stays: number;
  minutes: number;
}

const wholeHour = (at: number) => instant(Math.floor(at / hourMs) * hourMs);

/** The hours of UTC that a range of days at a property takes. */
export const hoursOfDays = (days: DaySpan, zone: TimeZone): HourSpan => ({
  from: wholeHour(startOfDay(days.from, zone)),
  to: wholeHour(startOfDay(addDays(days.to, 1), zone)),
});

/**
 * Adds up hours by group, up to the last full hour before `now`. An hour belongs to the day and the hour that the
 * property's clock shows in its middle, which matters only in zones that are off by half an hour.
 */
export function sumHours(
  moves: HourMoves,
  span: HourSpan,
  { zone, now, keyOf }: { zone: TimeZone; now: Instant; keyOf: KeyOfHour },
): Map<string, HourSums> {
  const sums = new Map<string, HourSums>();
  const [first = Number.POSITIVE_INFINITY] = moves.hours;
  const opened = moves.known_before || moves.going > 0;
  const known = opened ? '' : dayOfHour(first, zone);
  const full = Math.floor(now / hourMs);
  let [going, next] = [moves.going, 0];
  for (let hour = span.from / hourMs; hour < span.to / hourMs; hour += 1) {
    const moved = moves.hours[next] === hour;
    const day = dayOfHour(hour, zone);
    const key = keyOf(day, localHourOf(middleOf(hour), zone));
    const so = sums.get(key) ?? { hours: 0, taken: 0, stays: 0, minutes: 0 };
    if (hour < full && day >= known) {
      so.hours += 1;
      so.taken += going * 3600 + (moved ? (moves.seconds[next] ?? 0) : 0);
      sums.set(key, so);
    }
    if (moved) {
      going += moves.steps[next] ?? 0;
      so.stays += moves.stays[next] ?? 0;
      so.minutes += moves.minutes[next] ?? 0;
      if (so.stays > 0) sums.set(key, so);
      next += 1;
    }
  }
  return sums;
}

/** The group of an hour, by its day and the hour on the clock. */
type KeyOfHour = (day: LocalDate, hour: number) => string;

const middleOf = (hour: number) => instant(hour * hourMs + hourMs / 2);
/** After all days where there is no such hour. */
const dayOfHour = (hour: number, zone: TimeZone) =>
  Number.isFinite(hour) ? localDateOf(middleOf(hour), zone) : ('9999-12-31' as LocalDate);
