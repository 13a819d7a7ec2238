import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';

/** Cameras that lose power restart at 1970, 2000, or the year they were made. */
const earliest = fromIso('2015-01-01T00:00:00Z');
/** How far ahead of ours a camera's corrected clock may run. */
const maxAheadMs = 5 * minuteMs;
/** How long reads may wait in a camera's queue while its property is being set up. */
const setUpMs = dayMs;

/** The known times of a read. */
export interface ReadTime {
  captured_at: Instant;
  /** Whether `captured_at` is the time of arrival, which isn't the camera's clock's. */
  time_of_arrival: boolean;
  clock_offset_ms: number;
  /** The time used when it was first paired. */
  seen_at: Instant | null;
}

/**
 * The read's time by the camera's clock, corrected by the clock's offset. A read that was paired once keeps its time.
 */
export const rightTime = (read: ReadTime): Instant =>
  read.seen_at ?? instant(read.captured_at - (read.time_of_arrival ? 0 : read.clock_offset_ms));

/** The time to use for a read, and where it came from. */
export interface JudgedTime {
  captured_at: Instant;
  /** Whether `captured_at` is the time of arrival. */
  time_of_arrival: boolean;
  /** The camera's own time; null if it sent none. */
  claimed_at: Instant | null;
}

/**
 * Whether a time is before a property was set up, or before any camera was made. `since` is null while there is no
 * property.
 */
export const isTooEarly = (at: Instant, since: Instant | null): boolean =>
  !(at >= Math.max(earliest, (since ?? earliest) - setUpMs));

/** Whether a correct clock could have made a read at this time, given its arrival. */
const isPossibleTime = (
  at: Instant,
  { received_at, since }: { received_at: Instant; since: Instant | null },
): boolean => !isTooEarly(at, since) && at <= received_at + maxAheadMs;

/**
 * The only rule for times of plate reads. An impossible time, either too early or ahead of the camera's corrected
 * clock, is ignored: the read counts at its arrival.
 */
export function judgeReadTime(
  claimed: Instant | null,
  known: { received_at: Instant; since: Instant | null; clock_offset_ms: number },
): JudgedTime {
  const isTime =
    claimed !== null && isPossibleTime(instant(claimed - known.clock_offset_ms), known);
  return isTime
    ? { captured_at: claimed, time_of_arrival: false, claimed_at: claimed }
    : { captured_at: known.received_at, time_of_arrival: true, claimed_at: claimed };
}
