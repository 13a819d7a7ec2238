// For tasks that take memory for seconds, which the queue stops counting after half a second: two batches of images at once
// take 70 MB more, are done no sooner, and a person beside them waits 13 to 15 ms instead of 7 to 10.

import { longFileMs } from '../budgets.ts';
import { Refusal } from '../refusal.ts';
import { getCallSignal, runAsCall } from './deadline.ts';

interface Turn {
  organizationId: number;
  isLong: boolean;
  ending: AbortController;
}

/**
 * Limits how many tasks run at once. The others wait: the owners take turns, so that one with many tasks delays another
 * by a single one, and the tasks of an owner begin in arrival order. More than `mostWaiting` of an owner are refused.
 * A task whose call was answered leaves the queue. One that runs for more than `longMs` milliseconds ends as soon as
 * another owner waits, by the signal that `getCallSignal` then returns; alone it may take as long as its call.
 */
export function makeTurns(
  most: number,
  mostWaiting = Number.POSITIVE_INFINITY,
  longMs: number | null = null,
): <T>(organizationId: number, work: () => Promise<T>) => Promise<T> {
  let free = most;
  /** By organization; the one whose turn is next is the first. */
  const waiting = new Map<number, (() => void)[]>();
  const running = new Set<Turn>();

  const setWaiting = (organizationId: number, begins: (() => void)[]) => {
    if (begins.length > 0) waiting.set(organizationId, begins);
    else waiting.delete(organizationId);
  };

  const endLong = () => {
    for (const { organizationId, isLong, ending } of running) {
      if (isLong && [...waiting.keys()].some((other) => other !== organizationId))
        ending.abort(
          new Refusal(
            'unavailable',
            'This file takes long, and others wait. Try again in a moment.',
          ),
        );
    }
  };

  const waitForTurn = (organizationId: number) => {
    const call = getCallSignal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const begins = waiting.get(organizationId) ?? [];
      setWaiting(
        organizationId,
        begins.filter((other) => other !== begin),
      );
      reject(call?.reason);
    };
    const begin = () => {
      call?.removeEventListener('abort', leave);
      resolve();
    };
    call?.addEventListener('abort', leave);
    setWaiting(organizationId, [...(waiting.get(organizationId) ?? []), begin]);
    endLong();
    return promise;
  };

  const passTurn = () => {
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    const [organizationId, [begin, ...others]] = next;
    // The owner is the last one now.
    waiting.delete(organizationId);
    setWaiting(organizationId, others);
    begin?.();
  };

  const run = async <T>(turn: Turn, work: () => Promise<T>): Promise<T> => {
    const timer =
      longMs === null
        ? undefined
        : setTimeout(() => {
            turn.isLong = true;
            endLong();
          }, longMs);
    running.add(turn);
    try {
      const signals = [turn.ending.signal, getCallSignal()].filter(
        (signal) => signal !== undefined,
      );
      return await runAsCall(AbortSignal.any(signals), work);
    } finally {
      clearTimeout(timer);
      running.delete(turn);
    }
  };

  return async (organizationId, work) => {
    getCallSignal()?.throwIfAborted();
    if ((waiting.get(organizationId)?.length ?? 0) >= mostWaiting)
      throw new Refusal(
        'too_many_requests',
        'Other files of yours are still being read. Try again in a moment.',
      );
    if (free > 0) free -= 1;
    else await waitForTurn(organizationId);
    try {
      return await run({ organizationId, isLong: false, ending: new AbortController() }, work);
    } finally {
      passTurn();
    }
  };
}

/** The turn to read a file that somebody sent: each takes memory and a processor for a while. */
export const takeFileTurn = makeTurns(1, 3, longFileMs);
