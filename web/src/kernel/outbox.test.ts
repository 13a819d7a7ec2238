import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { now } from './clock.ts';
import type { OutboxItem, OutboxStorage } from './outbox.ts';
import { makeOutbox } from './outbox.ts';

const noAnswer = new ApiError(0, { detail: 'Something went wrong!', code: 'offline' });
const fault = new ApiError(500, { detail: 'Something went wrong!', code: 'internal' });
const refusal = new ApiError(409, { detail: 'This session has ended.', code: 'conflict' });

type Item = OutboxItem & { by?: number };
const item = (id: string, more: Partial<Item> = {}): Item => ({ id, at: now() - 1000, ...more });

function memory(): OutboxStorage<Item> {
  const entries = new Map<string, Item>();
  return {
    all: async () => [...entries.values()],
    put: async (added) => entries.set(added.id, added),
    remove: async (id) => entries.delete(id),
  };
}

type Parts = Parameters<typeof makeOutbox<Item, string>>[0];

/** Makes an outbox whose connection the test turns on and off. */
function made(more: Partial<Parts> = {}) {
  const line: { fails: ApiError | null } = { fails: null };
  const tried: string[] = [];
  const sent: string[] = [];
  const storage = memory();
  const outbox = makeOutbox<Item, string>({
    storage,
    isOwn: ({ by = 1 }) => by === 1,
    isLarge: ({ id }) => id === 'photo',
    send: async ({ id }) => {
      tried.push(id);
      if (line.fails) throw line.fails;
      return 'taken';
    },
    onSent: ({ id }) => sent.push(id),
    waitsAfter: ({ status }) => (status === 0 ? 'with all' : status === 500 ? 'alone' : null),
    pauses: [2000, 60_000],
    ...more,
  });
  return { outbox, line, tried, sent, storage };
}

const ids = (items: readonly Item[]) => items.map(({ id }) => id);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an item that was sent isn’t kept', async () => {
  const { outbox, storage, sent } = made();
  expect(await outbox.add(item('a'))).toEqual({ kind: 'sent', answer: 'taken' });
  expect(sent).toEqual(['a']);
  expect(outbox.items()).toEqual([]);
  expect(await storage.all()).toEqual([]);
});

test('an item is kept while offline and retried after 2, 4, and 8 seconds, then up to a minute apart, until it is sent', async () => {
  const { outbox, line, tried, sent, storage } = made();
  line.fails = noAnswer;
  expect(await outbox.add(item('a'))).toMatchObject({ kind: 'waiting' });
  expect(ids(await storage.all())).toEqual(['a']);
  for (const [passed, times] of [
    [1999, 1],
    [1, 2],
    [3999, 2],
    [1, 3],
    [8000, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(passed);
    expect(tried).toHaveLength(times);
  }
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const before = tried.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tried).toHaveLength(before + 1);
  line.fails = null;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(['a']);
  expect(await storage.all()).toEqual([]);
});

test('an item refused at once is reported and not kept, and one refused later stays with its reason', async () => {
  const { outbox, line, storage } = made();
  line.fails = refusal;
  expect(await outbox.add(item('a'))).toEqual({ kind: 'refused', error: refusal });
  expect(outbox.items()).toEqual([]);
  line.fails = noAnswer;
  await outbox.add(item('b'));
  line.fails = refusal;
  await outbox.flush();
  expect(outbox.items()).toMatchObject([{ id: 'b', refused: 'This session has ended.' }]);
  expect(await storage.all()).toMatchObject([{ id: 'b', refused: 'This session has ended.' }]);
});

test('where refusals are shown at once, no refused item is kept', async () => {
  const onRefused = vi.fn();
  const { outbox, line, storage } = made({ onRefused });
  line.fails = noAnswer;
  await outbox.add(item('a'));
  line.fails = refusal;
  await outbox.add(item('b'));
  await outbox.flush();
  expect(onRefused.mock.calls.map(([{ id }, error]) => [id, error])).toEqual([
    ['b', refusal],
    ['a', refusal],
  ]);
  expect(await storage.all()).toEqual([]);
});

test('a refused item doesn’t delay the next one, isn’t retried by itself, and can be retried', async () => {
  const { outbox, line, tried, sent } = made();
  line.fails = noAnswer;
  await outbox.add(item('a'));
  line.fails = refusal;
  await outbox.flush();
  line.fails = null;
  await outbox.add(item('b'));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(sent).toEqual(['b']);
  expect(tried.filter((id) => id === 'a')).toHaveLength(2);
  const [left] = outbox.items();
  if (left) await outbox.retry(left);
  expect(sent).toEqual(['b', 'a']);
});

test.each([
  [noAnswer, ['a']],
  [fault, ['a', 'b']],
])('after a failure with %o, %j are tried', async (failure, expected) => {
  const { outbox, line, tried } = made();
  line.fails = noAnswer;
  await outbox.add(item('a', { at: now() - 2000 }));
  await outbox.add(item('b'));
  line.fails = failure;
  tried.length = 0;
  await outbox.flush();
  expect(tried).toEqual(expected);
  expect(ids(outbox.items())).toEqual(['a', 'b']);
});

test('an item kept before a reload is sent, unless it’s another person’s or a day old by then', async () => {
  const storage = memory();
  await storage.put(item('mine'));
  await storage.put(item('hers', { by: 2 }));
  await storage.put(item('old', { at: now() - 25 * 3_600_000 }));
  const { outbox, line, sent } = made({ storage });
  await outbox.start();
  expect(sent).toEqual(['mine']);
  line.fails = noAnswer;
  await outbox.add(item('late'));
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  line.fails = null;
  await outbox.flush();
  expect(sent).toEqual(['mine']);
  expect(ids(await storage.all())).toEqual(['hers']);
});

test('held items wait for their release, and large ones are sent after everything else', async () => {
  const { outbox, line, tried, sent } = made();
  await outbox.add(item('photo', { held: true, at: now() - 5000 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tried).toEqual([]);
  line.fails = noAnswer;
  await outbox.release(({ id }) => id === 'photo');
  await outbox.add(item('later'));
  line.fails = null;
  await outbox.flush();
  expect(sent).toEqual(['later', 'photo']);
});

test('no item is sent twice at once', async () => {
  const { outbox, tried } = made();
  await Promise.all([outbox.add(item('a')), outbox.flush(), outbox.flush()]);
  expect(tried).toEqual(['a']);
});

test('a device without storage still sends its items', async () => {
  const full = () => Promise.reject(new Error('The quota has been exceeded.'));
  const { outbox, line, sent } = made({ storage: { all: full, put: full, remove: full } });
  await outbox.start();
  line.fails = noAnswer;
  expect(await outbox.add(item('a'))).toMatchObject({ kind: 'waiting', unsaved: true });
  line.fails = null;
  await outbox.flush();
  expect(sent).toEqual(['a']);
});

test('an item that a full device couldn’t store says so until it is stored by another try, or sent', async () => {
  const storage = memory();
  let isFull = true;
  const put: typeof storage.put = (added) =>
    isFull ? Promise.reject(new DOMException('Full.', 'QuotaExceededError')) : storage.put(added);
  const { outbox, line } = made({ storage: { ...storage, put } });
  line.fails = noAnswer;
  const held = await outbox.add(item('photo', { held: true }));
  expect(held).toEqual({ kind: 'waiting', unsaved: true });
  await outbox.add(item('a'));
  expect(outbox.items()).toMatchObject([
    { id: 'a', unsaved: true },
    { id: 'photo', unsaved: true },
  ]);
  isFull = false;
  for (const unsaved of outbox.items()) await outbox.retry(unsaved);
  expect(outbox.items().filter(({ unsaved }) => unsaved)).toEqual([]);
  expect(await storage.all()).toEqual(outbox.items());
  expect(await outbox.add(item('b'))).toMatchObject({ kind: 'waiting', unsaved: false });
  isFull = true;
  line.fails = null;
  await outbox.flush();
  expect(ids(outbox.items())).toEqual(['photo']);
});
