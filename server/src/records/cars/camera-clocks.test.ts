import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import type { Delays } from './camera-clocks.ts';
import { clockOffset, withDelay } from './camera-clocks.ts';

const second = 1000;
const minute = 60_000;
const hour = 3_600_000;

/** Delays of reads given as [captured, received]. */
const delaysOf = (reads: readonly (readonly [number, number])[]) =>
  reads.reduce<Delays>(
    (before, [captured, received]) =>
      withDelay(before, { claimed_at: captured as Instant, received_at: received as Instant }),
    { recent_delays_ms: [], delays_until: null },
  ).recent_delays_ms;

const times = <T>(count: number, one: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => one(index));

test.each([
  ['no reads say nothing', [], null],
  ['nor do four, even from the future', [-hour, -hour, -hour, -hour], null],
  ['ordinary delays are no offset', [900, 1200, 800, 3000, 1100], 0],
  [
    'ahead: five agree, the oddest at either end left out',
    [-8000, -7000, -6500, -7500, -90_000],
    8000,
  ],
  ['one odd read of five is not an offset', [900, 1000, 800, 950, -hour], 0],
  [
    'behind: all are late by about as much, one odd one aside',
    [600_000, 601_000, 600_500, 900_000, 600_800],
    -600_500,
  ],
  ['four late reads are too few', [600_000, 600_100, 600_200, 600_300], null],
  ['reads from the future that disagree say nothing', [-hour, -2 * hour, -900, -90_000, -1], null],
  ['late by less than a minute is usual', [50_000, 50_100, 50_200, 50_300, 50_400], 0],
  [
    'the newest five count: a clock that was put right',
    [1, 2, 3, 4, 5, ...times(9, () => -hour)],
    0,
  ],
])('%s', (_, delays, offset) => {
  expect(clockOffset(delays)).toBe(offset);
});

test('a clock that is ten minutes behind is detected at the fifth car', () => {
  const cars = times(5, (n) => [n * minute, n * minute + 10 * minute + 800] as const);
  expect(clockOffset(delaysOf(cars.slice(0, 4)))).toBeNull();
  expect(clockOffset(delaysOf(cars))).toBe(-(10 * minute + 800));
});

test('a backlog of several hours that is delivered within a second is not a clock offset', () => {
  const queue = times(40, (n) => [n * 35 * second, 5 * hour + n * 20] as const);
  expect(times(40, (n) => clockOffset(delaysOf(queue.slice(0, n + 1)))).filter(Boolean)).toEqual(
    [],
  );
});

test('twenty reads of one late car count as one', () => {
  const car = times(20, (n) => [n * 200, hour + n * 200] as const);
  expect(delaysOf(car)).toHaveLength(1);
  expect(clockOffset(delaysOf(car))).toBeNull();
});

test('a day replayed at sixty times its speed is not a clock offset', () => {
  const day = times(60, (n) => [n * minute, 23 * hour + n * second] as const);
  expect(times(60, (n) => clockOffset(delaysOf(day.slice(0, n + 1)))).filter(Boolean)).toEqual([]);
});

test('a clock that is off by more than a day is not learned from', () => {
  const lost = times(9, (n) => [n * minute, 25 * hour + n * minute] as const);
  expect(delaysOf(lost)).toEqual([]);
  expect(delaysOf(lost.map(([captured, received]) => [received, captured] as const))).toEqual([]);
});

test('the last twenty delays are kept, newest first', () => {
  const delays = delaysOf(times(25, (n) => [n * minute, n * minute + n] as const));
  expect(delays).toEqual(times(20, (n) => 24 - n));
});
