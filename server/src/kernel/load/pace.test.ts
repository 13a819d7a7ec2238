import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makePace } from './pace.ts';

const time = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

it('a pace pauses until the work has taken its share of the time', async () => {
  const pace = makePace(0.1, 10_000);
  let worked = 0;
  const took = await time(() => pace(async () => (worked = await time(() => sleep(20)))));
  expect(took).toBeGreaterThanOrEqual(worked * 9.5);
  expect(took).toBeLessThan(worked * 10 + 200);
});

it('a pace pauses no longer than its maximum', async () => {
  const pace = makePace(0.001, 30);
  const took = await time(() => pace(() => sleep(20)));
  expect(took).toBeGreaterThanOrEqual(48);
  expect(took).toBeLessThan(1000);
});

it('a pace returns the work’s result, and fails when it fails', async () => {
  const pace = makePace(0.5, 10);
  expect(await pace(async () => 7)).toBe(7);
  await expect(pace(() => Promise.reject(new Error('no rows')))).rejects.toThrow('no rows');
});
