import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { judgeDay, listComparedDays } from './unusual-revenue.rules.ts';

/** Twelve Saturdays around $1,000 with some 100 rentals each: median $1,000, deviations of $100 at random. */
const saturdays = [960, 1040, 1000, 900, 1100, 1020, 980, 1000, 940, 1060, 1000, 1000].map(
  (dollars) => ({ amount: dollars * 100, rentals: 100 }),
);

test.each([
  ['half of a usual Saturday', 500, 'low'],
  ['nothing', 0, 'low'],
  ['a fifth less', 800, null],
  ['the least so far', 900, null],
  ['$640, 3.6 deviations less', 640, 'low'],
  ['$660, 3.4 deviations less', 660, null],
  ['a third more', 1330, null],
  ['twice as much', 2000, 'high'],
  ['$1,510, 5.1 deviations more', 1510, 'high'],
  ['$1,490, 4.9 deviations more', 1490, null],
])('a day that brings %s is %3$s', (_, dollars, direction) => {
  expect(judgeDay(dollars * 100, saturdays)?.direction ?? null).toBe(direction);
});

test('an unusual day says what is usual', () => {
  expect(judgeDay(50_000, saturdays)).toEqual({
    direction: 'low',
    amount: 50_000,
    usual: 100_000,
    least: 90_000,
    most: 110_000,
  });
});

test('days that vary much make a bad day usual', () => {
  const amounts = [200, 1800, 600, 1500, 300, 1000, 1200, 700];
  const days = amounts.map((dollars) => ({ amount: dollars * 100, rentals: 100 }));
  expect(judgeDay(10_000, days)).toBeNull();
});

test('with few rentals a day, chance alone makes a bad day', () => {
  const days = saturdays.map(({ amount }) => ({ amount, rentals: 4 }));
  expect(judgeDay(0, days)).toBeNull();
});

test('small amounts and days with fewer than six to compare aren’t judged', () => {
  expect(
    judgeDay(
      0,
      saturdays.map(({ rentals }) => ({ amount: 4900, rentals })),
    ),
  ).toBeNull();
  expect(judgeDay(0, saturdays.slice(0, 5))).toBeNull();
});

test('a day is compared with the same weekday of twelve weeks, without days unlike others', () => {
  const closed = '2026-05-30' as LocalDate;
  const days = listComparedDays('2026-06-13' as LocalDate, (day) => day !== closed);
  expect([days.length, days[0], days[1], days.at(-1)]).toEqual([
    11,
    '2026-06-06',
    '2026-05-23',
    '2026-03-21',
  ]);
});
