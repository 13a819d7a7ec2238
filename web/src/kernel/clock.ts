import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';

/** The current time; the only place in the front end that reads the machine's clock. */
export const now = (): Instant => Date.now() as Instant;

/** The reader's time zone. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The largest offset ahead of UTC, in milliseconds. */
const furthestAhead = 14 * hourMs;

/** The first day of the newest month at any property; written without the calendar library, which is large. */
export const newestMonth = (): LocalDate =>
  `${new Date(now() + furthestAhead).toISOString().slice(0, 7)}-01` as LocalDate;

/** The start of a calendar day in UTC, in milliseconds since 1970; throws a RangeError unless the day exists. */
export function parseDay(day: string): number {
  const at = Date.parse(day);
  // Date.parse turns February 30 into March 2.
  const exists = !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${day}T`);
  if (!exists) throw new RangeError(`'${day}' is not a calendar day`);
  return at;
}
