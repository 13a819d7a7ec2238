import { minDailyCars, usualWeeks } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import type { Span } from './silent-spans.rules.ts';
import { joinSpans } from './silent-spans.rules.ts';

export type Side = 'Entrance' | 'Exit';

/** For how many days cars that came on one day may leave on others. */
export const daysAround = 7;
/** A count this many standard deviations below what is expected happens less than once in a thousand times. */
const improbableDeviations = 3.1;
/** Fewer than this share of the expected cars is far fewer. */
const farFewer = 0.8;
/** Where the usual shares of the weeks differ by more than this, cars stay too long to compare days. */
const steadyFactor = 1.3;

/** What a side of a property and the opposite one saw on a day. */
export type SidesOn = (date: LocalDate) => { own: number; other: number } | null;

/**
 * How many cars a side missed on a day, as the usual share of the opposite side's; null if not far fewer than usual,
 * or if that can't be known: too few cars, shares that change from week to week, or cars that were seen on other days.
 */
export function findMissed(sidesOn: SidesOn, date: LocalDate, side: Side) {
  const today = sidesOn(date) ?? { own: 0, other: 0 };
  const before = Array.from({ length: usualWeeks }, (_, week) =>
    sidesOn(addDays(date, -7 * (week + 1))),
  );
  const weeks = before.filter(
    (sides) => sides !== null && Math.min(sides.own, sides.other) >= minDailyCars,
  ) as { own: number; other: number }[];
  if (weeks.length < usualWeeks || today.other < minDailyCars) return null;
  const shares = weeks.map(({ own, other }) => own / other);
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  const expected = least * today.other;
  const isFar =
    today.own < farFewer * expected &&
    today.own < expected - improbableDeviations * Math.sqrt(expected) &&
    today.own < farFewer * Math.min(...weeks.map(({ own }) => own));
  if (!isFar || most > steadyFactor * least) return null;
  const low = expected - today.own;
  // Cars stay overnight: they leave on later days, and came on earlier ones.
  const step = side === 'Exit' ? 1 : -1;
  const seenElsewhere = Array.from({ length: daysAround }, (_, index) => {
    const sides = sidesOn(addDays(date, step * (index + 1)));
    return sides ? Math.max(0, sides.own - most * sides.other) : 0;
  }).reduce((sum, cars) => sum + cars, 0);
  if (seenElsewhere >= low / 2) return null;
  return { low: Math.round(low), high: Math.round(most * today.other - today.own) };
}

/** The days when a side of a property saw far fewer cars than usual, joined. */
export const findFewerSpans = (
  zone: TimeZone,
  side: Side,
  sidesOn: SidesOn,
  days: readonly LocalDate[],
): Span[] =>
  joinSpans(
    days.flatMap((date) => {
      const missed = findMissed(sidesOn, date, side);
      if (!missed) return [];
      return [
        { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone), ...missed },
      ];
    }),
  );
