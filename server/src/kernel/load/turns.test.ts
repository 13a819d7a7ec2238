import { expect, test } from 'vitest';
import { getCallSignal, runAsCall } from './deadline.ts';
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

test('a call that was answered while it waited is neither run nor counted any more', async () => {
  const takeTurn = makeTurns(1, 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = takeTurn(1, () => promise);
  const call = new AbortController();
  const answered = runAsCall(call.signal, () => takeTurn(1, async () => 'never'));
  call.abort(new Error('answered'));
  const next = takeTurn(1, async () => 'next');
  resolve();
  expect(await Promise.allSettled([running, answered, next])).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'rejected', reason: new Error('answered') },
    { status: 'fulfilled', value: 'next' },
  ]);
});

/** Work that ends only when its signal says so. */
const untilEnded = () =>
  new Promise((_, reject) => {
    const signal = getCallSignal();
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

test('a long task ends with a 503 when a task of somebody else waits', async () => {
  const takeTurn = makeTurns(1, 3, 1);
  const long = takeTurn(1, untilEnded);
  const other = takeTurn(2, async () => 'read');
  await expect(long).rejects.toMatchObject({ code: 'unavailable' });
  expect(await other).toBe('read');
});

test('a long task continues as long as nobody else waits, and ends when somebody comes', async () => {
  const takeTurn = makeTurns(1, 3, 1);
  const long = takeTurn(1, untilEnded);
  const own = takeTurn(1, async () => 'own');
  // Its time is over when that of a task that began later is.
  const takeOther = makeTurns(1, 3, 1);
  const later = takeOther(1, untilEnded);
  const passing = takeOther(2, async () => undefined);
  await expect(later).rejects.toMatchObject({ code: 'unavailable' });
  await passing;
  const other = takeTurn(2, async () => 'other');
  await expect(long).rejects.toMatchObject({ code: 'unavailable' });
  expect(await Promise.all([own, other])).toEqual(['own', 'other']);
});
