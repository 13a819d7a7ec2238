import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';

/** A receiver that fails for this long is paused. */
export const patienceMs = 3 * dayMs;

/** The pauses after the first try, the second, and so on: together a little more than three days. */
const pauses = [
  5000,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  21 * hourMs,
];

/** How long to wait after some failures in a row, in milliseconds. */
export const pauseAfterFailures = (failures: number): number =>
  pauses[Math.min(failures, pauses.length) - 1] ?? 0;

/** Whether an answer means that the message was taken. */
export const isTaken = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** The answer of a receiver that never wants anything again. */
export const goneStatus = 410;
