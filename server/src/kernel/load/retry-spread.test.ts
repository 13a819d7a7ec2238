import { expect, test } from 'vitest';
import { createRetrySpread } from './retry-spread.ts';

test('a caller’s refused requests get consecutive retry times, at the caller’s rate', () => {
  const spread = createRetrySpread();
  expect([0, 0, 0].map((now) => spread.next('robin', 2, now))).toEqual([0.5, 1, 1.5]);
  expect(spread.next('robin', 2, 1000)).toBe(1);
  expect(spread.next('robin', 2, 60_000)).toBe(0.5);
});

test('no refused request has to wait longer than the maximum', () => {
  const spread = createRetrySpread();
  const waits = Array.from({ length: 1000 }, () => spread.next('robin', 10, 0));
  expect(Math.max(...waits)).toBe(10);
});

test('one caller’s refusals delay no other caller', () => {
  const spread = createRetrySpread();
  for (let count = 0; count < 10; count++) spread.next('robin', 2, 0);
  expect(spread.next('kim', 2, 0)).toBe(0.5);
});

test('the oldest callers are forgotten when a flood of made-up callers exceeds the maximum', () => {
  const spread = createRetrySpread(2);
  for (const key of ['a', 'a', 'b', 'c']) spread.next(key, 2, 0);
  expect(spread.next('a', 2, 0)).toBe(0.5);
});
