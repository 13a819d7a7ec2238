import { describe, expect, test } from 'vitest';
import { cents } from '../kernel/money.ts';
import type { PricePoint } from './pricing.ts';
import { dailyMinimumHours, priceAxis } from './pricing.ts';

const point = (price: number, base = 500): PricePoint => ({
  local_time: '2026-06-15 12:00',
  price: cents(price),
  price_formatted: '',
  base_price: cents(base),
  strategy: 'standard',
  multiplier: 1,
});

describe('the chart’s range', () => {
  test.each([
    ['20 % below base to 30 % above: 400 to 650', [500], { min: 400, max: 650 }],
    ['60 cents above a high price: 600 + 60', [500, 600], { min: 400, max: 660 }],
    ['a price below all that is not cut off', [300], { min: 300, max: 650 }],
    ['a free hour is at the bottom', [0, 500], { min: 0, max: 650 }],
  ])('the chart’s range fits its prices (%s)', (_, prices, range) => {
    expect(priceAxis(prices.map((price) => point(price)))).toEqual(range);
  });

  test('the chart’s range follows the newest base price', () => {
    expect(priceAxis([point(500, 500), point(1000, 1000)])).toEqual({ min: 500, max: 1300 });
  });

  test('the chart’s range is 0 to 100 without prices', () =>
    expect(priceAxis([])).toEqual({ min: 0, max: 100 }));
});

test.each([
  ['$15 at $5 an hour is 3 hours', 1500, 500, 3],
  ['it has no hours without a daily minimum', null, 500, null],
  ['it has no hours without an hourly price', 1500, null, null],
  ['it has no hours if they are free, instead of infinitely many', 1500, 0, null],
])('the daily minimum is converted to hours (%s)', (_, daily_min, price_hourly, hours) => {
  expect(dailyMinimumHours({ daily_min, price_hourly })).toBe(hours);
});
