import { expect, test } from 'vitest';
import { Bulkhead } from './bulkhead.ts';

const patientMs = 60_000;

/** A task that runs until the test ends it. */
function makeTask() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
}

test('tasks beyond the size wait in arrival order', async () => {
  const bulkhead = new Bulkhead({ size: 1, reserved: 0, waitMs: patientMs });
  const done: number[] = [];
  const first = makeTask();
  const tasks = [
    bulkhead.run('a', first.run),
    ...[1, 2, 3].map((number) => bulkhead.run('a', async () => done.push(number))),
  ];
  expect(done).toEqual([]);
  first.end();
  await Promise.all(tasks);
  expect(done).toEqual([1, 2, 3]);
});

test('a task that gets no slot in time is refused with POOL_EXHAUSTED, and the next one still runs', async () => {
  const bulkhead = new Bulkhead({ size: 1, reserved: 0, waitMs: 5 });
  const first = makeTask();
  const running = bulkhead.run('a', first.run);
  await expect(bulkhead.run('a', async () => 1)).rejects.toMatchObject({ code: 'POOL_EXHAUSTED' });
  first.end();
  await running;
  expect(await bulkhead.run('a', async () => 2)).toBe(2);
});

test('the last slots go only to lanes that hold none, regardless of arrival order', async () => {
  const bulkhead = new Bulkhead({ size: 4, reserved: 2, waitMs: patientMs });
  const held = [makeTask(), makeTask(), makeTask()];
  const locked = held.map((task) => bulkhead.run('locked table', task.run));
  expect(await bulkhead.run('other', async () => 'answered')).toBe('answered');
  for (const task of held) task.end();
  await Promise.all(locked);
});

test('a task that fails returns its slot', async () => {
  const bulkhead = new Bulkhead({ size: 1, reserved: 0, waitMs: patientMs });
  await expect(bulkhead.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await bulkhead.run('a', async () => 1)).toBe(1);
});
