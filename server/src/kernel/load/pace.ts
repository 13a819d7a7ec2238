import { setTimeout as pause } from 'node:timers/promises';

/** Does a piece of work, and pauses after it. */
export type Pace = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * For work in the background that is done piece by piece: pauses after each piece, so that the work takes a share of
 * the time, from 0 to 1, and the rest is left to others. No pause is longer than `maxPauseMs`.
 */
export const makePace =
  (share: number, maxPauseMs: number): Pace =>
  async (work) => {
    const began = performance.now();
    const result = await work();
    const pauseMs = (performance.now() - began) * (1 / share - 1);
    await pause(Math.min(pauseMs, maxPauseMs));
    return result;
  };
