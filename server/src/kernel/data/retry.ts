import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;

/** Pauses before the next attempt, longer after each failure; throws when the signal aborts. */
export function pauseAfter(failures: number, signal: AbortSignal): Promise<void> {
  return pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures), undefined, { signal });
}
