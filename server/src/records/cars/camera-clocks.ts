import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';

/** The delays of a camera's last reads. */
export interface Delays {
  /** `received_at` minus the camera's own time, newest first. */
  recent_delays_ms: readonly number[];
  /** The camera's own time of the newest read; null if there is none yet. */
  delays_until: Instant | null;
}

const keptDelays = 20;
/** The number of newest reads used to judge a clock; fewer show nothing. */
const judgedBy = 5;
/** Reads captured within this window count as one, with the smallest of their delays. */
const apartMs = 30_000;
/** The usual maximum from capture to arrival; a longer delay means a slow clock or a queue. */
const usualDelayMs = minuteMs;
/** Delays of a wrong clock agree within this; those of a draining queue differ as much as its capture times do. */
const agreementMs = 30_000;
/** A clock that differs by more isn't drifting but unset, so nothing is learned from it. */
export const maxClockOffsetMs = dayMs;

/** Adds a read to a camera's recent delays. */
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

/** A delay that differs from the known one by more than this is of another clock, or of a read that was kept back. */
const doubtfulMs = 10 * minuteMs;

/** Whether a camera's last read came at another time than its clock, as far as it's known, says. */
export const isClockDoubtful = ([newest]: readonly number[], clockOffsetMs: number): boolean =>
  newest !== undefined && Math.abs(newest + clockOffsetMs) > doubtfulMs;

/**
 * Computes how far a camera's clock is ahead of ours, in ms, from the delays of its last reads; negative = behind. The
 * newest five decide, without the highest and the lowest, so that a corrected clock is trusted after five cars. A delay
 * below a minute is normal. Otherwise the clock is wrong if the delays agree: nothing arrives before it was captured,
 * and reads from a queue waited for different times. null = inconclusive, so the known offset stays.
 */
export function clockOffset(delays: readonly number[]): number | null {
  if (delays.length < judgedBy) return null;
  const sorted = delays.slice(0, judgedBy).sort((a, b) => a - b);
  const [, smallest = 0] = sorted;
  const largest = sorted.at(-2) ?? smallest;
  if (smallest >= 0 && smallest <= usualDelayMs) return 0;
  return largest - smallest <= agreementMs ? 0 - smallest : null;
}
