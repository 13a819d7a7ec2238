import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';

/** How long the last reads of a camera were under way. */
export interface Delays {
  /** `received_at − captured_at`, newest first. */
  recent_delays_ms: readonly number[];
  /** When the newest of them was captured; null while there is none. */
  delays_until: Instant | null;
}

/** Number of reads used to judge a camera's clock. */
const judgedBy = 20;
/** Fewer reads say nothing about a clock that is behind. */
const leastReads = 5;
/** Reads captured within this are of one moment, and the least of their delays counts. */
const apartMs = 30_000;
/** The usual time from capture to here; more than that is a clock that is behind, or a queue. */
const usualDelayMs = minuteMs;
/** Delays of a clock that is behind are alike; those of a queue that empties are as far apart as its reads. */
const steadyMs = 30_000;

/** The delays of a camera's last reads with a new one. */
export function withDelay(
  { recent_delays_ms, delays_until }: Delays,
  { captured_at, received_at }: { captured_at: Instant; received_at: Instant },
): Delays {
  const delay = received_at - captured_at;
  const [newest, ...before] = recent_delays_ms;
  const sameMoment = delays_until !== null && Math.abs(captured_at - delays_until) < apartMs;
  if (sameMoment && newest !== undefined) {
    return { recent_delays_ms: [Math.min(newest, delay), ...before], delays_until };
  }
  return {
    recent_delays_ms: [delay, ...recent_delays_ms].slice(0, judgedBy),
    delays_until: captured_at,
  };
}

/**
 * How far a camera's clock is ahead of ours, in ms, by the delays of its last reads; negative = behind. Nothing
 * arrives before it was captured, so a negative delay is a clock that is ahead, by at least that much. A delay
 * of more than a minute is a clock that is behind only if reads of different moments are all late by about as
 * much: what waited in a queue waited for different times. Of five and more the oddest at either end is left out.
 * null = too few to know: what was known stays.
 */
export function clockOffset(delays: readonly number[]): number | null {
  const sorted = [...delays].sort((a, b) => a - b);
  const enough = sorted.length >= leastReads;
  const least = sorted[enough ? 1 : 0];
  if (least === undefined) return null;
  if (least < 0) return -least;
  if (!enough) return null;
  if (least <= usualDelayMs) return 0;
  const most = sorted.at(-2) ?? least;
  return most - least <= steadyMs ? -least : 0;
}
