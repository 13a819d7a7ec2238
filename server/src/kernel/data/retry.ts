import { setTimeout as pause } from 'node:timers/promises';

const firstPauseMs = 200;
const maxPauseMs = 5000;

/** Pauses before the next attempt, longer after each failure; throws when the signal aborts. */
export function pauseAfter(failures: number, signal: AbortSignal): Promise<void> {
  return pause(Math.min(maxPauseMs, firstPauseMs * 2 ** failures), undefined, { signal });
}
