import { getSpotReport } from '@lotkeeper/contract/money/reports';
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeLive, useLiveEvent, useLiveOrganization } from './live.ts';
import { queryClient, readOptions } from './queries.ts';

type Handler = (...given: unknown[]) => void;

/** The browser's end of a connection; the test is the server. */
const socket = {
  connected: true,
  handlers: new Map<string, Handler>(),
  sent: [] as unknown[][],
  on: (event: string, handler: Handler) => socket.handlers.set(event, handler),
  emit: (...message: unknown[]) => socket.sent.push(message),
  disconnect: () => undefined,
};
const receive = (event: string, payload?: unknown) => socket.handlers.get(event)?.(payload);

vi.mock('socket.io-client', () => ({ io: () => socket }));

let asked = 0;
let close = () => {};

/** Opens a property's page that listens. */
async function openPage() {
  const read = readOptions(getSpotReport, { query: { spot: '7' } });
  close = new QueryObserver(queryClient, read as never).subscribe(() => undefined);
  renderHook(() => useLiveOrganization(1));
  await vi.advanceTimersByTimeAsync(4000);
  receive('connect');
  expect(socket.sent).toContainEqual(['watchOrganization', 1, expect.any(Function)]);
  expect(asked).toBe(1);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return new Response('{}');
  });
  asked = 0;
  socket.sent = [];
});
afterEach(() => {
  close();
  closeLive();
  queryClient.clear();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an open page refetches what live events report as changed, once for all of them', async () => {
  await openPage();
  receive('server:newVisitor', 7);
  receive('server:newRecords', 8);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(1);
  receive('server:newRecords', 7);
  receive('server:newRecords', 7);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(2);
});

test('a page in the background refetches a change when the window regains focus', async () => {
  await openPage();
  focusManager.setFocused(false);
  receive('server:newRecords', 7);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(1);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toBe(2);
});

test('a listener receives its event, and learns that it may have missed some before it was connected, and while the connection was cut', async () => {
  const hear = vi.fn();
  renderHook(() => useLiveEvent(7, 'server:valet', hear));
  await vi.advanceTimersByTimeAsync(0);
  receive('connect');
  expect(socket.sent).toContainEqual(['watch', 7]);
  receive('server:newRecords', 7);
  receive('server:valet', 8);
  await vi.advanceTimersByTimeAsync(300);
  expect(hear).toHaveBeenCalledTimes(1);
  focusManager.setFocused(false);
  receive('server:valet', 7);
  receive('server:valet', 7);
  await vi.advanceTimersByTimeAsync(300);
  expect(hear).toHaveBeenCalledTimes(2);
  receive('connect');
  await vi.advanceTimersByTimeAsync(300);
  expect(hear).toHaveBeenCalledTimes(3);
});
