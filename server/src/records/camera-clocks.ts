/** Reads by which a camera's clock is judged. */
const judgedBy = 20;
/** Fewer tell nothing of a clock that is behind. */
const leastReads = 5;
/** The usual time from capture to here; more than that is a clock that is behind, or a queue. */
const usualDelayMs = 60_000;
/** Delays of a clock that is behind are alike; those of a queue that empties are not. */
const steadyMs = 30_000;

const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

/** The delays of a camera's last reads with new ones put before them. */
export const withDelays = (before: readonly number[], fresh: readonly number[]) =>
  [...fresh.toReversed(), ...before].slice(0, judgedBy);

/**
 * How far a camera's clock is ahead of ours, in ms, by `received_at − captured_at` of its last reads; negative =
 * behind. Nothing arrives before it was captured, so a negative delay is a clock that is ahead, by at least that
 * much. A delay of more than a minute is a clock that is behind only if all are about as long: what waited in a
 * queue waited for different times. Of five reads and more the oddest is left out.
 */
export function clockOffset(delays: readonly number[]): number {
  const sorted = ascending(delays);
  const least = sorted[sorted.length >= leastReads ? 1 : 0];
  if (least === undefined) return 0;
  if (least < 0) return -least;
  if (sorted.length < leastReads || least <= usualDelayMs) return 0;
  const median = sorted[Math.floor(sorted.length / 2)] ?? least;
  return median - least <= steadyMs ? -least : 0;
}
