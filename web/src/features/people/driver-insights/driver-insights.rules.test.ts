import { expect, test } from 'vitest';
import { getBucketAverages, getMonthlyAverages, monthsUpTo } from './driver-insights.rules.ts';

test('a bucket covers two hours of one weekday, and nights before 6 are in none', () => {
  const data = [
    { hour: 5, dow: 1, average_rentals: 9 },
    { hour: 6, dow: 1, average_rentals: 1 },
    { hour: 7, dow: 1, average_rentals: 2.5 },
    { hour: 23, dow: 1, average_rentals: 4 },
    { hour: 6, dow: 2, average_rentals: 7 },
  ];
  expect(getBucketAverages(data, 1)).toEqual([3.5, 0, 0, 0, 0, 0, 0, 0, 4]);
});

test('the chart’s twelve months end with the current month', () => {
  expect(monthsUpTo(11)).toEqual([12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(monthsUpTo(12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('a month without a counted day is null, while a counted month without rentals is 0', () => {
  const data = { '11-7': { average_rentals: 0 }, '10-7': { average_rentals: 2 } };
  expect(getMonthlyAverages(data, [9, 10, 11], 7)).toEqual([null, 2, 0]);
});
