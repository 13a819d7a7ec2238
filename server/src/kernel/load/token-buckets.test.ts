import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

const rate = { burst: 3, perSecond: 2 };

test('a caller gets the burst at once and then a token every half second', () => {
  const buckets = createTokenBuckets();
  const takes = (at: number) => buckets.take('robin', rate, at);
  expect([takes(0), takes(0), takes(0)]).toEqual([0, 0, 0]);
  expect(takes(0)).toBe(0.5);
  expect(takes(499)).toBeCloseTo(0.001, 2);
  expect(takes(500)).toBe(0);
  expect(takes(500)).toBe(0.5);
});

test('an idle caller never saves up more than the burst', () => {
  const buckets = createTokenBuckets();
  const answers = Array.from({ length: 5 }, () => buckets.take('robin', rate, 3_600_000));
  expect(answers).toEqual([0, 0, 0, 0.5, 0.5]);
});

test('one caller never uses up another caller’s tokens', () => {
  const buckets = createTokenBuckets();
  for (let count = 0; count < 10; count++) buckets.take('robin', rate, 0);
  expect(buckets.take('kim', rate, 0)).toBe(0);
});

test('the oldest callers are forgotten when a flood of made-up callers exceeds the maximum', () => {
  const buckets = createTokenBuckets(2);
  for (const key of ['a', 'b', 'c']) for (let i = 0; i < 3; i++) buckets.take(key, rate, 0);
  expect(buckets.take('c', rate, 0)).toBe(0.5);
  expect(buckets.take('a', rate, 0)).toBe(0);
});
