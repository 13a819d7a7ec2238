import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';

/** The present moment; the only place of the front end that reads the machine's clock. */
export const now = (): Instant => Date.now() as Instant;

/** How far ahead of UTC the calendar is where it is furthest, in milliseconds. */
const furthestAhead = 14 * 3_600_000;

/** The first day of the month that it is at the furthest lot; written without the calendar, which is heavy. */
export const newestMonth = (): LocalDate =>
  `${new Date(now() + furthestAhead).toISOString().slice(0, 7)}-01` as LocalDate;
