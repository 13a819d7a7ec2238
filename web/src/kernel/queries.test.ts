import { getProfile } from '@lotkeeper/contract/people/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, call } from './api.ts';
import { queryClient, retryDelay, shouldRetry } from './queries.ts';

const failed = (status: number, retryAfter: number | null = null) =>
  new ApiError(status, { detail: 'Too much to do.', code: 'unavailable' }, retryAfter);

/** How often a read that keeps failing like this is retried. */
const retriesOf = (error: unknown) => {
  let count = 0;
  while (shouldRetry(count, error)) count += 1;
  return count;
};

test.each([
  [503, 1, 4],
  [429, 1, 4],
  [503, null, 4],
  [0, null, 2],
  [429, 30, 0],
  [500, null, 0],
  [404, null, 0],
  [401, null, 0],
])(
  'a failed read with %d and Retry-After %s is retried %d times',
  (status, retryAfter, retries) => {
    expect(retriesOf(failed(status, retryAfter))).toBe(retries);
  },
);

test('a failed read waits at least as long as the server asked', () => {
  for (const count of [0, 1, 2, 3]) {
    const delay = retryDelay(count, failed(503, 3));
    expect(delay).toBeGreaterThanOrEqual(3000);
    expect(delay).toBeLessThanOrEqual(3000 + 1000 * 2 ** count);
  }
});

const overloaded = () =>
  new Response('{"detail":"Lotkeeper has too much to do.","code":"unavailable"}', {
    status: 503,
    headers: { 'retry-after': '1' },
  });
const read = () =>
  queryClient.fetchQuery({
    queryKey: ['profile', Math.random()],
    queryFn: () => call(getProfile, {}),
    retry: shouldRetry,
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a read from an overloaded server succeeds silently once the server answers again', async () => {
  const answers = [overloaded(), overloaded(), new Response('{"pk":7}')];
  vi.stubGlobal('fetch', async () => answers.shift());
  const profile = read();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await profile).toEqual({ pk: 7 });
});

test('a read from an overloaded server shows the server’s message when it gives up', async () => {
  const fetched = vi.fn(async () => overloaded());
  vi.stubGlobal('fetch', fetched);
  const outcome = read().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toMatchObject({
    message: 'Lotkeeper has too much to do.',
    status: 503,
    retryAfter: 1,
  });
  expect(fetched).toHaveBeenCalledTimes(5);
});
