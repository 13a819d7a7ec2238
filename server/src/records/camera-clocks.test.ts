import { expect, test } from 'vitest';
import { clockOffset, withDelays } from './camera-clocks.ts';

const minute = 60_000;

test.each([
  ['no reads say nothing', [], 0],
  ['ordinary delays are no offset', [900, 1200, 800, 3000, 1100], 0],
  ['a read from the future: the clock is ahead by as much', [-5 * minute], 5 * minute],
  [
    'ahead: the least delay counts, the oddest of five left out',
    [-8000, -7000, -6500, -7500, -90_000],
    8000,
  ],
  ['one odd read of five is no offset', [900, 1000, 800, 950, -3_600_000], 0],
  [
    'behind: all are late by about as much',
    [600_000, 601_000, 600_500, 602_000, 600_800],
    -600_500,
  ],
  [
    'a queue that empties is late by different times',
    [600_000, 480_000, 360_000, 240_000, 120_000],
    0,
  ],
  ['four late reads are too few', [600_000, 600_100, 600_200, 600_300], 0],
  ['late by less than a minute is usual', [50_000, 50_100, 50_200, 50_300, 50_400], 0],
])('%s', (_, delays, offset) => {
  expect(clockOffset(delays)).toBe(offset);
});

test('the last twenty delays are kept, newest first', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => index);
  expect(withDelays(twenty, [100, 200])).toEqual([200, 100, ...twenty.slice(0, 18)]);
});
