import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { atLocalTime } from '@lotkeeper/contract/kernel/calendar';
import { shiftPeriod } from '@lotkeeper/contract/money/changes';
import type { LetterKind } from '@lotkeeper/contract/money/letters';
import { findNewestStart, letterHour, letterPeriods } from '@lotkeeper/contract/money/letters';
import { findEarliestToday } from '../changes/public.ts';

/** A property, or so many of a zone. */
interface Zoned {
  timezone: TimeZone;
  count?: number;
}

const countAll = (spots: readonly Zoned[]) => spots.reduce((sum, { count = 1 }) => sum + count, 0);

/** The zone of most properties; of as many, the first by name. Letters are sent by its clock. */
export function chooseZone(spots: readonly Zoned[]): TimeZone {
  const [first] = [...Map.groupBy(spots, ({ timezone }) => timezone)].toSorted(
    ([a, few], [b, many]) => countAll(many) - countAll(few) || a.localeCompare(b),
  );
  return first?.[0] ?? 'UTC';
}

/** The earliest day that it is at any property: a day is over once it is over at all of them. */
export const findToday = (spots: readonly Zoned[], now: Instant): LocalDate =>
  findEarliestToday(
    spots.map(({ timezone }) => timezone),
    now,
  );

/**
 * The first day of the newest letter whose time has come: at 7 a.m. of the day after its last one, where most
 * properties are. Until then it’s the one before.
 */
export function findDueStart(kind: LetterKind, spots: readonly Zoned[], now: Instant): LocalDate {
  const newest = findNewestStart(kind, findToday(spots, now));
  const next = shiftPeriod(letterPeriods[kind], newest, 1);
  const isDue = now >= atLocalTime(next, letterHour * 60, chooseZone(spots));
  return isDue ? newest : shiftPeriod(letterPeriods[kind], newest, -1);
}
