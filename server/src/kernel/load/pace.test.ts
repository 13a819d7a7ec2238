import { expect, it } from 'vitest';
import { makePace } from './pace.ts';

/** The pauses after work of 20 ms, on a clock that only the work moves. */
async function listPauses(share: number, maxPauseMs: number) {
  let now = 0;
  const pauses: number[] = [];
  const time = { now: () => now, pause: async (ms: number) => void pauses.push(ms) };
  await makePace(share, maxPauseMs, time)(async () => void (now += 20));
  return pauses;
}

it('a pace pauses until the work has taken its share of the time', async () => {
  expect(await listPauses(0.1, 10_000)).toEqual([180]);
});

it('a pace pauses no longer than its maximum', async () => {
  expect(await listPauses(0.001, 30)).toEqual([30]);
});

it('a pace returns the work’s result, and fails when it fails', async () => {
  const pace = makePace(0.5, 10);
  expect(await pace(async () => 7)).toBe(7);
  await expect(pace(() => Promise.reject(new Error('no rows')))).rejects.toThrow('no rows');
});
