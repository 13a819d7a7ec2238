import { expect, test } from 'vitest';
import { withDeadline } from './deadline.ts';

test('work that finishes in time returns its result', async () => {
  expect(await withDeadline(Promise.resolve('done'), 60_000)).toBe('done');
});

test('work that takes too long is refused as unavailable, and its later failure is handled', async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  await expect(withDeadline(promise, 1)).rejects.toMatchObject({ code: 'unavailable' });
  reject(new Error('late'));
  await expect(promise).rejects.toThrow('late');
});

test('a failure in time is passed on', async () => {
  await expect(withDeadline(Promise.reject(new Error('broke')), 60_000)).rejects.toThrow('broke');
});
