import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';

/** The present moment; the only place of the front end that reads the machine's clock. */
export const now = (): Instant => Date.now() as Instant;

/** The time zone that the reader’s machine is set to. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How far ahead of UTC the calendar is where it is furthest, in milliseconds. */
const furthestAhead = 14 * hourMs;

/** The first day of the month that it is at the furthest lot; written without the calendar, which is heavy. */
export const newestMonth = (): LocalDate =>
  `${new Date(now() + furthestAhead).toISOString().slice(0, 7)}-01` as LocalDate;

/** The start of a calendar day in UTC, in milliseconds since 1970; throws a RangeError unless the day exists. */
export function parseDay(day: string): number {
  const at = Date.parse(day);
  // Date.parse takes February 30 for March 2.
  const exists = !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${day}T`);
  if (!exists) throw new RangeError(`'${day}' is not a calendar day`);
  return at;
}
