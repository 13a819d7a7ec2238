import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';

/** The ends of a stay that cameras saw. */
export interface SeenEnds {
  entrance_at: Instant | null;
  exit_at: Instant | null;
}

/** Cameras that see one car in the same pass differ by no more than this. */
const samePassMs = 2 * minuteMs;

const isBefore = (from: Instant | null, to: Instant | null) =>
  from !== null && to !== null && from <= to;

/** Whether each of two visits has the end that the other lacks, in order. */
export const completes = (visit: SeenEnds, other: SeenEnds): boolean =>
  visit.entrance_at === null
    ? other.exit_at === null && isBefore(other.entrance_at, visit.exit_at)
    : visit.exit_at === null &&
      other.entrance_at === null &&
      isBefore(visit.entrance_at, other.exit_at);

const overlaps = (a: SeenEnds, b: SeenEnds) =>
  (a.entrance_at ?? a.exit_at ?? 0) <= (b.exit_at ?? Number.POSITIVE_INFINITY) &&
  (b.entrance_at ?? b.exit_at ?? 0) <= (a.exit_at ?? Number.POSITIVE_INFINITY);

/** Whether cameras may have seen each end that two visits have in one pass. */
export function sharesPasses(a: SeenEnds, b: SeenEnds): boolean {
  const apart = (['entrance_at', 'exit_at'] as const).flatMap((end) => {
    const [first, second] = [a[end], b[end]];
    return first === null || second === null ? [] : [Math.abs(first - second)];
  });
  return apart.length > 0 && apart.every((ms) => ms <= samePassMs);
}

/**
 * Whether two visits at the same time are of two cars, however alike their plates are: both were in, and no read of one
 * can be the missing or a repeated one of the other.
 */
export const areTwoCars = (visit: SeenEnds, other: SeenEnds): boolean =>
  overlaps(visit, other) && !completes(visit, other) && !sharesPasses(visit, other);
