import { expect, test } from 'vitest';
import { makeTurns } from './turns.ts';

test('two of five tasks run at once, and the others begin in arrival order', async () => {
  const inTurns = makeTurns(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const works = ends.map(({ promise }, index) =>
    inTurns(async () => {
      begun.push(index);
      await promise;
      return index;
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]?.resolve();
  await works[1];
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test('a task that fails passes its turn on', async () => {
  const inTurns = makeTurns(1);
  const failing = inTurns(() => Promise.reject(new Error('no')));
  const next = inTurns(async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
  expect(await inTurns(async () => 'later')).toBe('later');
});
