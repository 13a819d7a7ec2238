import { atLocalTime, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import { staticCurve } from '@lotkeeper/contract/operations/rate-curves';
import { expect, test } from 'vitest';
import type { Rate } from './stay-price.ts';
import { basePriceOfTime, endOfFirstUnit, priceOfTime } from './stay-price.ts';

const hourly: Rate = {
  rule: 'price of the property',
  name: null,
  unit: 'hour',
  price: cents(500),
  base_price: null,
  curve: staticCurve,
  daily_min: null,
  daily_max: null,
};
const at = (hours: number) => instant(hours * hourMs);
const priceOf = (rate: Rate, hours: number) => priceOfTime(rate, at(0), at(hours));

test.each([
  [0, 500],
  [1, 500],
  [1.001, 1000],
  [25, 12_500],
])('%s hours at $5 cost %s cents, each started hour in full', (hours, price) => {
  expect(priceOf(hourly, hours)).toBe(price);
});

test.each([
  [3, 1500],
  [4, 1800],
  [24, 1800],
  [25, 2300],
  [30, 3600],
  [48, 3600],
])(
  '%s hours cost %s cents with a daily maximum of $18 that restarts every 24 hours',
  (hours, price) => {
    expect(priceOf({ ...hourly, daily_max: cents(1800) }, hours)).toBe(price);
  },
);

test('hours cost at least the daily minimum and never more than the maximum', () => {
  const rate = { ...hourly, daily_min: cents(1200), daily_max: cents(1800) };
  expect([1, 2, 3, 4].map((hours) => priceOf(rate, hours))).toEqual([1200, 1200, 1500, 1800]);
  expect(priceOf(rate, 25)).toBe(1800 + 1200);
  expect(priceOf({ ...rate, daily_min: cents(2300), daily_max: cents(2000) }, 1)).toBe(2000);
});

test('hours are priced by elapsed time, even on the night of a clock change', () => {
  const night = (date: string) =>
    [
      atLocalTime(date as never, 0, 'America/New_York'),
      atLocalTime(date as never, 6 * 60, 'America/New_York'),
    ] as const;
  // Midnight to six: five hours when the clock goes forward, seven when it goes back.
  expect(priceOfTime(hourly, ...night('2026-03-08'))).toBe(2500);
  expect(priceOfTime(hourly, ...night('2026-11-01'))).toBe(3500);
});

test('each started day is charged, without minimum or maximum', () => {
  const daily: Rate = { ...hourly, unit: 'day', price: cents(2000), daily_max: cents(1000) };
  expect([0, 24, 24.5, 72].map((hours) => priceOf(daily, hours))).toEqual([2000, 2000, 4000, 6000]);
});

test('a flat rate is charged once, whatever the length', () => {
  const flat: Rate = { ...hourly, unit: 'flat', price: cents(1500) };
  expect([0, 300].map((hours) => priceOf(flat, hours))).toEqual([1500, 1500]);
});

test('the base price is that of the same stay, and there is none without dynamic pricing', () => {
  const dynamic = { ...hourly, price: cents(700), base_price: cents(500), daily_max: cents(1800) };
  expect(basePriceOfTime(dynamic, at(0), at(2))).toBe(1000);
  expect(basePriceOfTime(hourly, at(0), at(2))).toBeNull();
});

test('the first unit ends after an hour or a day', () => {
  expect(endOfFirstUnit(hourly, at(0))).toBe(at(1));
  expect(endOfFirstUnit({ ...hourly, unit: 'day' }, at(0))).toBe(at(24));
});
