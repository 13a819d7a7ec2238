import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';

/** The ends of a stay that cameras saw. */
export interface SeenEnds {
  entrance_at: Instant | null;
  exit_at: Instant | null;
  /** Whether the car came again, so that it had left unseen. */
  exit_missed?: boolean;
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

/** A car whose exit nobody saw is taken to be in for no longer than this. */
const unseenStayMs = dayMs;

const lastSeen = ({ entrance_at, exit_at, exit_missed }: SeenEnds) =>
  exit_at ?? (entrance_at ?? 0) + (exit_missed ? 0 : unseenStayMs);
const overlaps = (a: SeenEnds, b: SeenEnds) =>
  (a.entrance_at ?? a.exit_at ?? 0) <= lastSeen(b) &&
  (b.entrance_at ?? b.exit_at ?? 0) <= lastSeen(a);

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

/** A stay that two visits are parts of; without any exit, what is known of it is its entrance. */
function join(a: SeenEnds, b: SeenEnds): SeenEnds {
  const [entrance_at] = [a.entrance_at, b.entrance_at]
    .filter((at) => at !== null)
    .toSorted((x, y) => x - y);
  return {
    entrance_at: entrance_at ?? null,
    exit_at: a.exit_at ?? b.exit_at ?? entrance_at ?? null,
  };
}

/**
 * Whether a car whose plate looks like that of a visit was there besides, by the visits under exactly its plate. A visit
 * that has the end which this one lacks, or that was seen in the same pass, is of the same car, so that what the car did
 * before and after says nothing.
 */
export function wasBeside(visit: SeenEnds, own: readonly SeenEnds[]): boolean {
  const [same] = [
    ...own.filter((other) => completes(visit, other)).toSorted((a, b) => lastSeen(a) - lastSeen(b)),
    ...own.filter((other) => sharesPasses(visit, other)),
  ];
  const wholeStay = same ? join(visit, same) : visit;
  return own.some((other) => other !== same && areTwoCars(wholeStay, other));
}
