import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';

/** How far the server's clock is ahead of this machine's, in milliseconds. */
let ahead = 0;

/** The current time by the server's clock; the only place in the front end that reads the machine's. */
export const now = (): Instant => (Date.now() + ahead) as Instant;

/** A smaller difference, in milliseconds, may be the answer's way; waits are shown in minutes. */
const tolerance = 30_000;

/**
 * Follows the server's clock, since a phone may be hours off. Call it before a call; the function that it returns takes
 * the answer's Date header.
 */
export function startClockCheck(): (date: string | null) => void {
  const askedAt = Date.now();
  return (date) => {
    const answeredAt = Date.now();
    const difference = Date.parse(date ?? '') - answeredAt;
    // An answer that was long on its way, as when the machine slept meanwhile, says nothing.
    if (Number.isNaN(difference) || Math.abs(answeredAt - askedAt) > tolerance) return;
    ahead = Math.abs(difference) > tolerance ? difference : 0;
  };
}

/** The reader's time zone. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The largest offset ahead of UTC, in milliseconds. */
const furthestAhead = 14 * hourMs;

/** The first day of the newest month at any property; written without the calendar library, which is large. */
export const newestMonth = (): LocalDate =>
  `${new Date(now() + furthestAhead).toISOString().slice(0, 7)}-01` as LocalDate;
