import { setTimeout as pause } from 'node:timers/promises';

const realTime = {
  now: () => performance.now(),
  pause: (ms: number): Promise<unknown> => pause(ms),
};

/** Runs a piece of work, and pauses after it. */
export type Pace = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a pace for background work that is done in pieces. Pauses after each piece, so the work
 * takes a share of the time (0 to 1) and leaves the rest to others. No pause exceeds `maxPauseMs`.
 */
export const makePace =
  (share: number, maxPauseMs: number, time = realTime): Pace =>
  async (work) => {
    const began = time.now();
    const result = await work();
    const pauseMs = (time.now() - began) * (1 / share - 1);
    await time.pause(Math.min(pauseMs, maxPauseMs));
    return result;
  };
