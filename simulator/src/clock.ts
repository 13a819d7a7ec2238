import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';

/** The machine's clock; nothing else in the simulator reads it. */
export const systemNow = (): Instant => Date.now() as Instant;

/**
 * The simulated day's clock. A faster day starts in the past, so that it ends at the present and nothing is sent
 * from the future; a day without an end starts now.
 */
export function simulatedClock(
  { speed, hours }: { speed: number; hours: number | null },
  now: () => Instant = systemNow,
): { now: () => Instant; until: Instant | null } {
  const startedAt = now();
  const length = (hours ?? 0) * hourMs;
  const start = hours === null ? startedAt : startedAt - length + length / speed;
  return {
    now: () => instant(Math.round(start + (now() - startedAt) * speed)),
    until: hours === null ? null : instant(Math.round(start + length)),
  };
}
