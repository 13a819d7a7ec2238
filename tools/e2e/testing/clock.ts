import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';

/** By this machine's clock, which the server uses too. */
export const now = (): Instant => instant(Math.round(performance.timeOrigin + performance.now()));
