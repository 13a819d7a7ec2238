import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';

/** A receiver that takes nothing for this long is paused; a message that it takes as little while it takes others is given up. */
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

/** How much a pause is shorter or longer by chance, so that not all endpoints of a receiver come back at once. */
const jitter = 0.15;

/** How long to wait before a message that failed some times in a row is tried again, in milliseconds. */
export const pauseAfterFailures = (failures: number): number =>
  Math.round(
    (pauses[Math.min(failures, pauses.length) - 1] ?? 0) * (1 + jitter * (2 * Math.random() - 1)),
  );

/** The longest pause of an endpoint that takes nothing: a message that it hasn't refused yet tries it then. */
const longestEndpointPauseMs = 30 * minuteMs;

/** How long to wait before an endpoint that failed some times in a row is tried again, in milliseconds. */
export const pauseEndpointAfter = (failures: number): number =>
  Math.min(pauseAfterFailures(failures), longestEndpointPauseMs);

/** The longest pause that a receiver can ask for. */
const longestAskedMs = hourMs;

/** The pause that a receiver asks for with Retry-After in seconds, in milliseconds; 0 when it asks for none. */
export const parseRetryAfter = (header: string | undefined): number =>
  header !== undefined && /^\d{1,9}$/.test(header)
    ? Math.min(Number(header) * 1000, longestAskedMs)
    : 0;

/** Whether an answer means that the message was taken. */
export const isTaken = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** The answer of a receiver that never wants anything again. */
export const goneStatus = 410;
