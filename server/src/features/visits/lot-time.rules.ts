import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';

/** How late reads may be and still count as live. */
const liveWithinMs = 2 * minuteMs;

/** When a camera took its newest read, its clock put right, and when that read came in. */
export interface NewestRead {
  at: Instant;
  received_at: Instant;
}

/**
 * What time it is at a property, judged by the newest read of each camera that was active lately. While
 * one of them shows the past (it was offline, or an import plays a day that is over), that time passes there:
 * the payments of that time may still be on their way too.
 */
export function lotNow(now: Instant, newest: readonly NewestRead[]): Instant {
  const lag = Math.max(0, ...newest.map((read) => read.received_at - read.at));
  return (lag > liveWithinMs ? now - lag : now) as Instant;
}
