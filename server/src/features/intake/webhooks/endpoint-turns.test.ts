import { expect, test } from 'vitest';
import type { TurnResult } from './endpoint-turns.ts';
import { openTurns } from './endpoint-turns.ts';
import type { EndpointKey } from './waiting-deliveries.ts';

const key = (pk: number): EndpointKey => ({ organization_id: 1, pk });
const keys = (count: number) => Array.from({ length: count }, (_, index) => key(index));

/** Turns that end when a test lets them. */
function openTestTurns(limits: { atOnce: number; slowAtOnce: number }) {
  const running = new Map<number, PromiseWithResolvers<TurnResult>>();
  const begun: number[] = [];
  const failures: unknown[] = [];
  const turns = openTurns(limits, ({ pk }) => {
    begun.push(pk);
    const turn = Promise.withResolvers<TurnResult>();
    running.set(pk, turn);
    return turn.promise.finally(() => running.delete(pk));
  });
  const keep = (turn: Promise<void>) => void turn.catch((error: unknown) => failures.push(error));
  return {
    turns,
    begun,
    failures,
    running,
    offer: (offered: EndpointKey[]) => turns.offer(offered, keep),
    end: async (pk: number, result: Partial<TurnResult> = {}) => {
      running.get(pk)?.resolve({ hasMore: false, isSlow: false, ...result });
      await expect.poll(() => running.has(pk)).toBe(false);
    },
  };
}

test('no more endpoints than allowed have a turn, and those that wait get theirs when one ends', async () => {
  const { turns, begun, offer, end } = openTestTurns({ atOnce: 2, slowAtOnce: 1 });
  offer(keys(4));
  expect(begun).toEqual([0, 1]);
  await end(1);
  expect(begun).toEqual([0, 1, 2]);
  // Still due, but the one that waits is before it.
  offer(keys(4));
  await end(2);
  expect(begun).toEqual([0, 1, 2, 3]);
  await end(3);
  expect(begun).toEqual([0, 1, 2, 3, 1]);
  for (const pk of [0, 1, 2]) await end(pk);
  await turns.idle();
  expect(turns.isIdle()).toBe(true);
});

test('endpoints that were slow leave places to the others, and get them back once they are quick', async () => {
  const { begun, offer, end } = openTestTurns({ atOnce: 3, slowAtOnce: 1 });
  offer(keys(3));
  for (const pk of [0, 1, 2]) await end(pk, { isSlow: true });
  begun.length = 0;
  offer([...keys(3), key(7), key(8), key(9)]);
  // New ones are before those that had a turn, and one that was slow takes the place of the first of them.
  expect(begun).toEqual([7, 8, 9]);
  await end(7);
  expect(begun).toEqual([7, 8, 9, 0]);
  await end(8);
  expect(begun).toEqual([7, 8, 9, 0]);
  await end(0, { isSlow: false });
  expect(begun).toEqual([7, 8, 9, 0, 1]);
  offer([key(0), key(2)]);
  expect(begun).toEqual([7, 8, 9, 0, 1, 0]);
});

test('an endpoint whose turn fails by our own fault rests, and the failure is reported', async () => {
  const { turns, begun, failures, running, offer } = openTestTurns({ atOnce: 2, slowAtOnce: 1 });
  offer(keys(1));
  running.get(0)?.reject(new Error('broken'));
  await expect.poll(() => failures).toHaveLength(1);
  await turns.idle();
  offer(keys(1));
  expect(begun).toEqual([0]);
  expect(turns.hasMore()).toBe(false);
});
