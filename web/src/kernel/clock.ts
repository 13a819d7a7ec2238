import type { Instant } from '@lotkeeper/contract/kernel/calendar';

/** The present moment; the only place of the front end that reads the machine's clock. */
export const now = (): Instant => Date.now() as Instant;
