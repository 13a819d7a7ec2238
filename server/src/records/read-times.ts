import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';

/** Cameras that lose power begin again at 1970, 2000 or the year they were made. */
const earliest = fromIso('2015-01-01T00:00:00Z');
/** How far ahead of ours a camera's known clock may run. */
const maxAheadMs = 5 * minuteMs;
/** Reads may wait in a camera's queue while its property is being set up. */
const setUpMs = dayMs;

/** When a read was made, as far as that is reported. */
export interface ReadTime {
  captured_at: Instant;
  clock_offset_ms: number;
  /** What it was taken for when it was paired first. */
  seen_at: Instant | null;
}

/** By the camera's clock, put right by how far that is ahead. What was paired once keeps its time. */
export const rightTime = ({ captured_at, clock_offset_ms, seen_at }: ReadTime): Instant =>
  seen_at ?? instant(captured_at - clock_offset_ms);

/** What a read's time is worth. */
export interface JudgedTime {
  captured_at: Instant;
  /** Whether `captured_at` is when it arrived instead. */
  time_of_arrival: boolean;
  /** What the camera said; null if nothing. */
  claimed_at: Instant | null;
}

/** Whether a time is before a property was set up, or before any camera's. `since` is null while there is no property. */
export const isTooEarly = (at: Instant, since: Instant | null): boolean =>
  !(at >= Math.max(earliest, (since ?? earliest) - setUpMs));

/** Whether a read that arrived then can have been made at a time of a right clock. */
export const isPossibleTime = (
  at: Instant,
  { received_at, since }: { received_at: Instant; since: Instant | null },
): boolean => !isTooEarly(at, since) && at <= received_at + maxAheadMs;

/**
 * The one rule for times of plate reads. A time that can't be, because it's too early or ahead of the camera's known
 * clock, is no time: the read counts at its arrival.
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
