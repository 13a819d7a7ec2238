import { expect, test } from 'vitest';
import { makeTurns } from './turns.ts';

test('two of five tasks run at once, and the others begin in arrival order', async () => {
  const inTurns = makeTurns(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const works = ends.map(({ promise }, index) =>
    inTurns(1, async () => {
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
  const failing = inTurns(1, () => Promise.reject(new Error('no')));
  const next = inTurns(1, async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
  expect(await inTurns(1, async () => 'later')).toBe('later');
});

test('an organization has no more tasks waiting than it may, and others aren’t refused', async () => {
  const takeTurn = makeTurns(1, 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const tasks = [1, 1, 1].map((organization) => takeTurn(organization, () => promise));
  await expect(takeTurn(1, async () => undefined)).rejects.toThrow('Try again in a moment.');
  const other = takeTurn(2, async () => 'read');
  resolve();
  await Promise.all(tasks);
  expect(await other).toBe('read');
});

test('an organization with many tasks delays another by a single one', async () => {
  const takeTurn = makeTurns(1);
  const begun: string[] = [];
  const tasks = [
    [1, 'first of 1'],
    [1, 'second of 1'],
    [1, 'third of 1'],
    [2, 'first of 2'],
    [2, 'second of 2'],
    [3, 'first of 3'],
  ] as const;
  await Promise.all(
    tasks.map(([organization, name]) =>
      takeTurn(organization, async () => {
        begun.push(name);
      }),
    ),
  );
  expect(begun).toEqual([
    'first of 1',
    'second of 1',
    'first of 2',
    'first of 3',
    'third of 1',
    'second of 2',
  ]);
});
