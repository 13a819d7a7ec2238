import { expect, test } from 'vitest';
import type { FairQueueLimits } from './fair-queue.ts';
import { createFairQueue } from './fair-queue.ts';

const limits: FairQueueLimits = {
  maxRunning: 2,
  maxRunningPerCaller: 2,
  maxWaiting: 6,
  slowAfterMs: 60_000,
  maxSlowPerCaller: 3,
  start: (_caller, work) => work(),
};

/** A queue whose work ends when the test says so; `log` records starts, in order. */
function makeQueue(more: Partial<FairQueueLimits> = {}, maxWaitMs = 60_000) {
  const queue = createFairQueue({ ...limits, ...more });
  const log: string[] = [];
  const open: (() => void)[] = [];
  const outcomes: Promise<string>[] = [];
  const send = (caller: string, count = 1) => {
    for (let sent = 0; sent < count; sent++) {
      const outcome = queue
        .run(
          caller,
          async () => {
            log.push(caller);
            await new Promise<void>((resolve) => open.push(resolve));
            return 'done';
          },
          maxWaitMs,
        )
        .catch((error: Error & { code: string }) => error.code);
      outcomes.push(outcome);
    }
  };
  /** Lets everything that follows from the last step happen. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const finishOne = async () => {
    await settle();
    open.shift()?.();
    await settle();
  };
  const finishAll = async () => {
    await settle();
    while (open.length > 0) await finishOne();
    return Promise.all(outcomes);
  };
  return { queue, log, outcomes, send, settle, finishOne, finishAll };
}

test('no more tasks than the limit run at once, and all of them run', async () => {
  const { log, send, settle, finishAll } = makeQueue();
  send('robin', 5);
  await settle();
  expect(log).toHaveLength(2);
  expect(await finishAll()).toEqual(Array.from({ length: 5 }, () => 'done'));
});

test('a newcomer goes ahead of a busy caller’s queue', async () => {
  const { log, send, finishOne, finishAll } = makeQueue();
  send('busy', 6);
  await finishOne();
  send('late');
  await finishOne();
  expect(log.at(-1)).toBe('late');
  await finishAll();
});

test('a caller’s share of the queue can be full, and calls beyond twice the share are refused', async () => {
  const { queue, send, finishAll, settle } = makeQueue();
  send('busy', 20);
  await settle();
  expect([queue.isFullFor('busy'), queue.isFullFor('other')]).toEqual([true, false]);
  const outcomes = await finishAll();
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(14);
  expect(outcomes.filter((outcome) => outcome === 'unavailable')).toHaveLength(6);
});

test('an admitted call keeps its place when another caller arrives', async () => {
  const { queue, send, settle, finishAll } = makeQueue();
  send('busy', 8);
  await settle();
  expect(queue.isFullFor('other')).toBe(false);
  send('other', 3);
  expect(await finishAll()).toEqual(Array.from({ length: 11 }, () => 'done'));
});

test('calls about to be queued count as queued', () => {
  const { queue } = makeQueue();
  const arrive = Array.from({ length: 8 }, () => queue.announce('busy'));
  expect(queue.isFullFor('busy')).toBe(true);
  arrive.pop()?.();
  expect(queue.isFullFor('busy')).toBe(false);
});

test('a call that waits too long is refused and leaves nothing behind', async () => {
  const { queue, send, outcomes, finishAll } = makeQueue({}, 1);
  send('robin', 3);
  expect(await outcomes[2]).toBe('unavailable');
  expect(await finishAll()).toEqual(['done', 'done', 'unavailable']);
  expect(await queue.run('robin', async () => 'well', 60_000)).toBe('well');
});

test('stuck calls block neither others nor, up to a limit, their own caller', async () => {
  const { queue, send, finishAll } = makeQueue({ slowAfterMs: 1 });
  send('stuck', 5);
  expect(await queue.run('other', async () => 'well', 60_000)).toBe('well');
  expect(await finishAll()).toEqual(['done', 'done', 'done', 'done', 'done']);
});

test('work that throws returns its turn', async () => {
  const { queue } = makeQueue({ maxRunning: 1 });
  for (let count = 0; count < 3; count++) {
    const failing = queue.run('robin', () => Promise.reject(new Error('broke')), 60_000);
    await expect(failing).rejects.toThrow('broke');
  }
  expect(await queue.run('robin', async () => 'well', 60_000)).toBe('well');
});
