import type { ValetSession } from '@lotkeeper/contract/valet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../kernel/api.ts';
import type { OutboxKeeper, Outgoing } from './outbox.ts';
import { makeOutbox } from './outbox.ts';
import { browserKeeper, memoryKeeper } from './outbox-keeper.ts';

const session = { uuid: 'car-1' } as ValetSession;
const noAnswer = new ApiError(0, { detail: 'Something went wrong!', code: 'offline' });
const refusal = new ApiError(409, { detail: 'This session has ended.', code: 'conflict' });

const edit = (id: string, more: Partial<Outgoing> = {}) =>
  ({
    id,
    by: 1,
    name: 'ABC 123',
    at: 1000,
    kind: 'edit',
    session: 'car-1',
    body: { plate: 'ABC 123', state: 'AZ', country: 'US' },
    ...more,
  }) as Outgoing;

/** An outbox whose line is up or down as a test says. */
function made(keeper: OutboxKeeper = memoryKeeper()) {
  const line: { fails: ApiError | null } = { fails: null };
  const tried: string[] = [];
  const sent: string[] = [];
  const outbox = makeOutbox({
    by: 1,
    storage: keeper,
    now: () => 2000,
    send: (item) => {
      tried.push(item.id);
      return line.fails ? Promise.reject(line.fails) : Promise.resolve(session);
    },
    onSent: (item) => sent.push(item.id),
  });
  return { outbox, line, tried, sent, keeper };
}

const ids = (items: readonly Outgoing[]) => items.map(({ id }) => id);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a change that was sent is no longer kept', async () => {
  const { outbox, keeper, sent } = made();
  expect(await outbox.add(edit('a'))).toEqual({ is: 'sent', session });
  expect(sent).toEqual(['a']);
  expect(outbox.items()).toEqual([]);
  expect(await keeper.all()).toEqual([]);
});

test('a change is kept while offline, retried after 2, 4 and 8 seconds, and sent when online', async () => {
  const { outbox, line, tried, sent, keeper } = made();
  line.fails = noAnswer;
  expect(await outbox.add(edit('a'))).toEqual({ is: 'waiting' });
  expect(ids(await keeper.all())).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(1999);
  expect(tried).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(tried).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(3999);
  expect(tried).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(tried).toHaveLength(3);
  line.fails = null;
  await vi.advanceTimersByTimeAsync(8000);
  expect(sent).toEqual(['a']);
  expect(await keeper.all()).toEqual([]);
});

test('the pauses between retries grow to at most a minute', async () => {
  const { outbox, line, tried } = made();
  line.fails = noAnswer;
  await outbox.add(edit('a'));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const before = tried.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tried.length - before).toBe(1);
});

test('a change refused at once is reported and not kept, and one refused later stays with its reason', async () => {
  const { outbox, line, keeper } = made();
  line.fails = refusal;
  expect(await outbox.add(edit('a'))).toEqual({ is: 'refused', error: refusal });
  expect(outbox.items()).toEqual([]);
  line.fails = noAnswer;
  await outbox.add(edit('b'));
  line.fails = refusal;
  await outbox.flush();
  expect(outbox.items()).toMatchObject([{ id: 'b', refused: 'This session has ended.' }]);
  expect(await keeper.all()).toMatchObject([{ id: 'b', refused: 'This session has ended.' }]);
});

test('a refused change does not hold up the next one, is not retried by itself, and can be tried again', async () => {
  const { outbox, line, tried, sent } = made();
  line.fails = noAnswer;
  await outbox.add(edit('a'));
  line.fails = refusal;
  await outbox.flush();
  line.fails = null;
  await outbox.add(edit('b'));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(sent).toEqual(['b']);
  expect(tried.filter((id) => id === 'a')).toHaveLength(2);
  const [left] = outbox.items();
  if (left) await outbox.retry(left);
  expect(sent).toEqual(['b', 'a']);
});

test('a change kept before a reload is sent, unless it is another person’s or a day old', async () => {
  const keeper = memoryKeeper();
  await keeper.put(edit('mine'));
  await keeper.put(edit('hers', { by: 2 }));
  await keeper.put(edit('old', { at: 2000 - 25 * 3_600_000 }));
  const { outbox, sent } = made(keeper);
  await outbox.start();
  expect(sent).toEqual(['mine']);
  expect(ids(await keeper.all())).toEqual(['hers']);
});

test('photos wait for their check-in and are sent after everything else', async () => {
  const { outbox, line, tried, sent } = made();
  const photo = edit('photo', { kind: 'photo', held: true });
  await outbox.add(photo);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tried).toEqual([]);
  line.fails = noAnswer;
  await outbox.release('car-1');
  await outbox.add(edit('later', { at: 1500 }));
  line.fails = null;
  await outbox.flush();
  expect(sent).toEqual(['later', 'photo']);
});

test('a change refused by a rate limit is reported at once and does not wait', async () => {
  const { outbox, line } = made();
  line.fails = new ApiError(429, { detail: 'Wait an hour.', code: 'too_many_requests' });
  expect(await outbox.add(edit('a'))).toMatchObject({ is: 'refused' });
});

test('changes are kept for the next sign-in when the session has ended', async () => {
  const { outbox, line, keeper } = made();
  line.fails = new ApiError(401, { detail: 'Sign in.', code: 'session_ended' });
  expect(await outbox.add(edit('a'))).toEqual({ is: 'waiting' });
  expect(ids(await keeper.all())).toEqual(['a']);
});

test('no change is sent twice at the same time', async () => {
  const { outbox, tried } = made();
  await Promise.all([outbox.add(edit('a')), outbox.flush(), outbox.flush()]);
  expect(tried).toEqual(['a']);
});

test('a device without storage still sends its changes', async () => {
  const full = () => Promise.reject(new Error('The quota has been exceeded.'));
  const { outbox, line, sent } = made({ all: full, put: full, remove: full });
  await outbox.start();
  line.fails = noAnswer;
  expect(await outbox.add(edit('a'))).toEqual({ is: 'waiting' });
  line.fails = null;
  await outbox.flush();
  expect(sent).toEqual(['a']);
});

test('things stay in memory where the browser lets nothing be stored', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  const keeper = browserKeeper();
  await keeper.put(edit('one'));
  await keeper.put(edit('two'));
  await keeper.remove('one');
  expect(await keeper.all()).toEqual([edit('two')]);
  vi.unstubAllGlobals();
});
