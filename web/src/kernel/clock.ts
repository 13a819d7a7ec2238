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
