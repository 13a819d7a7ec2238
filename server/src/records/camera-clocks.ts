import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';

/** How long the last reads of a camera were under way. */
export interface Delays {
  /** `received_at` less what the camera said, newest first. */
  recent_delays_ms: readonly number[];
  /** What the camera said of the newest of them; null while there is none. */
  delays_until: Instant | null;
}

/** Number of delays that are kept. */
const keptDelays = 20;
/** The newest reads that a clock is judged by; fewer say nothing. */
const judgedBy = 5;
/** Reads captured within this are of one moment, and the least of their delays counts. */
const apartMs = 30_000;
/** The usual time from capture to here; more than that is a clock that is behind, or a queue. */
const usualDelayMs = minuteMs;
/** Delays of a wrong clock agree; those of a queue that empties are as far apart as its reads. */
const agreementMs = 30_000;
/** A clock that differs by more isn't running wrong but lost: what it says teaches nothing. */
export const maxClockOffsetMs = dayMs;

/** The delays of a camera's last reads with a new one. */
export function withDelay(
  known: Delays,
  { claimed_at, received_at }: { claimed_at: Instant; received_at: Instant },
): Delays {
  const { recent_delays_ms, delays_until } = known;
  const delay = received_at - claimed_at;
  if (Math.abs(delay) > maxClockOffsetMs) return known;
  const [newest, ...before] = recent_delays_ms;
  const sameMoment = delays_until !== null && Math.abs(claimed_at - delays_until) < apartMs;
  if (sameMoment && newest !== undefined) {
    return { recent_delays_ms: [Math.min(newest, delay), ...before], delays_until };
  }
  return {
    recent_delays_ms: [delay, ...recent_delays_ms].slice(0, keptDelays),
    delays_until: claimed_at,
  };
}

/**
 * How far a camera's clock is ahead of ours, in ms, by the delays of its last reads; negative = behind. The newest five
 * decide, the oddest at either end left out, so that a clock that was put right is believed five cars later. A delay
 * below a minute is usual. Otherwise the clock is wrong if the delays agree: nothing arrives before it was captured, and
 * what waited in a queue waited for different times. null = they say nothing: what was known stays.
 */
export function clockOffset(delays: readonly number[]): number | null {
  if (delays.length < judgedBy) return null;
  const sorted = delays.slice(0, judgedBy).sort((a, b) => a - b);
  const [, least = 0] = sorted;
  const most = sorted.at(-2) ?? least;
  if (least >= 0 && least <= usualDelayMs) return 0;
  return most - least <= agreementMs ? 0 - least : null;
}
