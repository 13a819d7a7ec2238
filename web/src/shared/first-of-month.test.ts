import { expect, test } from 'vitest';
import { explainFirstOfMonth } from './first-of-month.ts';

const days = (...values: (number | null)[]) =>
  values.map((value, index) => ({
    key: `2026-11-${String(index + 1).padStart(2, '0')}`,
    value,
  }));

test('a first of the month far above the other days is explained', () => {
  expect(explainFirstOfMonth(days(16_138, 1600, 1500, 1700))).toBe(
    'Monthly drivers are charged on the 1st, so that day stands out.',
  );
});

test.each([
  ['a usual first', days(1700, 1600, 1500)],
  ['a peak on another day', days(1700, 16_138, 1500, 1600)],
  ['a first alone', days(16_138)],
  ['a month without revenue', days(0, 0, 0)],
  ['a month of future days', days(null, null)],
])('%s needs no explanation', (_, month) => {
  expect(explainFirstOfMonth(month)).toBe('');
});
