import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { daysIn } from './days.ts';
import { dayFactor } from './demand.ts';
import { dynamicPrices, priced } from './dynamic-price.ts';
import type { DemoLot } from './lot.ts';
import { cactusLots } from './lots.ts';
import { openOccupancy } from './occupancy.ts';
import { priceOfStay } from './stay-price.ts';

const now = fromIso('2026-11-21T19:05:00Z');
const lotOf = (key: string) => cactusLots.find((lot) => lot.key === key) as DemoLot;
const days = await daysIn('America/Phoenix', now, 548);
const meanOf = (lot: DemoLot, of: typeof days) =>
  of.reduce((total, day) => total + dayFactor(1, lot, day), 0) / of.length;
const autumn = (year: string) => days.filter(({ date }) => date.startsWith(`${year}-09`));

test('an office garage is busier on Tuesdays than on Sundays, and a beach the other way round', () => {
  const tuesdays = days.filter((day) => day.weekday === 2);
  const sundays = days.filter((day) => day.weekday === 7);
  expect(meanOf(lotOf('copper'), tuesdays)).toBeGreaterThan(2 * meanOf(lotOf('copper'), sundays));
  expect(meanOf(lotOf('breakwater'), sundays)).toBeGreaterThan(
    2 * meanOf(lotOf('breakwater'), tuesdays),
  );
});

test('demand at the garage grows by 5 to 25 % from one September to the next', () => {
  const growth = meanOf(lotOf('copper'), autumn('2026')) / meanOf(lotOf('copper'), autumn('2025'));
  expect(growth).toBeGreaterThan(1.05);
  expect(growth).toBeLessThan(1.25);
});

test('no car arrives before opening or in the closed two weeks', () => {
  for (const day of days) {
    if (day.ago < -150) expect(dayFactor(1, lotOf('trailhead'), day)).toBe(0);
    if (day.ago > -214 && day.ago <= -201) expect(dayFactor(1, lotOf('harbor'), day)).toBe(0);
  }
});

test('dynamic prices stay between 85 % and 175 % of the base price and are quarters of a dollar', () => {
  for (const day of days.slice(-60)) {
    for (const { multiplier } of dynamicPrices(1, lotOf('copper'), day, null) ?? []) {
      expect(multiplier).toBeGreaterThanOrEqual(0.85);
      expect(multiplier).toBeLessThanOrEqual(1.75);
      expect(priced(500, multiplier) % 25).toBe(0);
    }
  }
});

test('three hours at $5 cost $15, and ten hours the daily maximum of $24', () => {
  const stay = { type: 'hourly', multiplier: null, promo: false } as const;
  expect(priceOfStay(lotOf('copper'), { ...stay, minutes: 180 })).toEqual({
    price: 1500,
    base: null,
  });
  expect(priceOfStay(lotOf('copper'), { ...stay, minutes: 600 })).toEqual({
    price: 2400,
    base: null,
  });
});

test('at 1.2 times the price three hours cost $18 against a base of $15', () => {
  const stay = { type: 'hourly', multiplier: 1.2, promo: false, minutes: 180 } as const;
  expect(priceOfStay(lotOf('copper'), stay)).toEqual({ price: 1800, base: 1500 });
});

test('a full property lets no car in until one has left', () => {
  const takeSpace = openOccupancy(0, 24, 1);
  const hour = 3_600_000;
  expect(takeSpace(0, 2 * hour)).toBe(true);
  expect(takeSpace(hour, 3 * hour)).toBe(false);
  expect(takeSpace(3 * hour, 4 * hour)).toBe(true);
});
