// Instead of a job for each endpoint in a queue of the job queue: such a job holds a worker while its receiver takes up to
// ten seconds, and three of four workers waited for receivers. This sends to 32 endpoints at once, and holds none.

import type { EndpointKey } from './waiting-deliveries.ts';

/** How many endpoints are sent to at the same time, and how many of them may be slow ones. */
export interface TurnLimits {
  atOnce: number;
  slowAtOnce: number;
}

/** What came of a turn: whether more is due, and whether its receiver was slow; null when it was asked nothing. */
export interface TurnResult {
  hasMore: boolean;
  isSlow: boolean | null;
}

/** An endpoint whose turn failed, not by its receiver but by ourselves, gets the next one after this, in milliseconds. */
const restMs = 5000;

const nameEndpoint = ({ organization_id, pk }: EndpointKey) => `${organization_id} ${pk}`;

/**
 * Gives endpoints their turns: the one whose last turn is longest ago first, and never two turns of the same one. Those
 * that were slow in their last turn hold only a part of what is served at once, so that the others always have places.
 */
export function openTurns(
  { atOnce, slowAtOnce }: TurnLimits,
  takeTurn: (key: EndpointKey, isSlow: boolean) => Promise<TurnResult>,
) {
  const served = new Set<string>();
  const slow = new Set<string>();
  const resting = new Map<string, number>();
  const lastTurns = new Map<string, number>();
  let turnCount = 0;
  let waiting: { key: EndpointKey; name: string }[] = [];
  let hasMore = false;
  let idle = Promise.withResolvers<void>();

  const isServable = (name: string) =>
    !served.has(name) && (resting.get(name) ?? 0) <= performance.now();
  const hasPlace = (name: string) =>
    served.size < atOnce &&
    (!slow.has(name) || [...served].filter((other) => slow.has(other)).length < slowAtOnce);

  const take = async (key: EndpointKey, name: string) => {
    served.add(name);
    lastTurns.set(name, turnCount++);
    resting.delete(name);
    try {
      const result = await takeTurn(key, slow.has(name));
      hasMore ||= result.hasMore;
      if (result.isSlow === true) slow.add(name);
      if (result.isSlow === false) slow.delete(name);
    } catch (error) {
      resting.set(name, performance.now() + restMs);
      throw error;
    } finally {
      served.delete(name);
    }
  };

  const start = (keep: (turn: Promise<void>) => void) => {
    for (const next of waiting) {
      if (!hasPlace(next.name)) continue;
      waiting = waiting.filter((other) => other !== next);
      const turn = take(next.key, next.name).finally(() => {
        start(keep);
        if (served.size === 0) idle.resolve();
      });
      keep(turn);
    }
  };

  return {
    /** Replaces who waits, and starts as many as there are places. */
    offer(keys: readonly EndpointKey[], keep: (turn: Promise<void>) => void) {
      hasMore = false;
      waiting = keys
        .map((key) => ({ key, name: nameEndpoint(key) }))
        .filter(({ name }) => isServable(name))
        .toSorted((a, b) => (lastTurns.get(a.name) ?? -1) - (lastTurns.get(b.name) ?? -1));
      if (served.size === 0) idle = Promise.withResolvers();
      start(keep);
      if (served.size === 0) idle.resolve();
    },
    /** Nobody waits any more; turns that were begun end by themselves. */
    close() {
      waiting = [];
    },
    isIdle: () => served.size === 0,
    /** Whether an endpoint had more to send when its turn was over, since the last offer. */
    hasMore: () => hasMore,
    /** Resolves when no turn is left. */
    idle: () => idle.promise,
  };
}
