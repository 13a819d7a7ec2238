import { Refusal } from '../refusal.ts';

/**
 * Limits how many tasks run at once. The others wait: the owners take turns, so that one with many tasks delays another
 * by a single one, and the tasks of an owner begin in arrival order. More than `mostWaiting` of an owner are refused.
 */
export function makeTurns(
  most: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): <T>(organizationId: number, work: () => Promise<T>) => Promise<T> {
  let free = most;
  /** By organization; the one whose turn is next is the first. */
  const waiting = new Map<number, (() => void)[]>();

  const waitForTurn = (organizationId: number) =>
    new Promise<void>((begin) => {
      waiting.set(organizationId, [...(waiting.get(organizationId) ?? []), begin]);
    });

  const passTurn = () => {
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    const [organizationId, [begin, ...others]] = next;
    waiting.delete(organizationId);
    if (others.length > 0) waiting.set(organizationId, others);
    begin?.();
  };

  return async (organizationId, work) => {
    if ((waiting.get(organizationId)?.length ?? 0) >= mostWaiting)
      throw new Refusal(
        'too_many_requests',
        'Other files of yours are still being read. Try again in a moment.',
      );
    if (free > 0) free -= 1;
    else await waitForTurn(organizationId);
    try {
      return await work();
    } finally {
      passTurn();
    }
  };
}

/** The turn to read a file that somebody sent: each takes memory and a processor for a while. */
export const takeFileTurn = makeTurns(1, 3);
