import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import type { Prices, Segment } from './rate-in-force.ts';
import { pickSegment, rateInForce } from './rate-in-force.ts';

const segment = (name: string, percentage: number, pk = 1): Segment => ({
  pk,
  name,
  percentage,
  price: cents(600),
  unit: 'hour',
});
const all: Prices = {
  event: { name: 'Game', display_price: cents(2500), price_unit: 'flat' },
  experiment: { pk: 7, segments: [segment('dear', 100)] },
  point: { price: cents(700), base_price: cents(500) },
  rate: {
    name: 'Night',
    price: cents(300),
    unit: 'hour',
    curve: { kind: 'linear', start: cents(100) },
    dynamic_daily_max: cents(900),
  },
  spot: {
    price_hourly: cents(500),
    price_daily: cents(2000),
    price_flat: cents(1500),
    daily_min: null,
    daily_max: cents(1800),
  },
};
const getRate = (prices: Prices) => {
  const rate = rateInForce(prices, 'A8C123');
  return rate && [rate.rule, rate.name, rate.unit, rate.price, rate.base_price, rate.daily_max];
};

test('the rate in force is the event’s, else the experiment’s, the dynamic price, the rate, or the property’s own price', () => {
  expect(getRate(all)).toEqual(['event', 'Game', 'flat', 2500, null, 1800]);
  const noEvent = {
    ...all,
    event: { name: 'Fair', display_price: null, price_unit: 'flat' as const },
  };
  expect(getRate(noEvent)).toEqual(['experiment', 'dear', 'hour', 600, null, 1800]);
  const noTrial = { ...noEvent, experiment: null };
  expect(getRate(noTrial)).toEqual(['dynamic price', null, 'hour', 700, 500, 1800]);
  const noPoint = { ...noTrial, point: null };
  expect(getRate(noPoint)).toEqual(['rate', 'Night', 'hour', 300, null, 900]);
  const own = { ...noPoint, rate: null };
  expect(getRate(own)).toEqual(['price of the property', null, 'hour', 500, null, 1800]);
});

test('the rate in force is the property’s hourly, else daily, else flat price, and nothing where nothing is sold', () => {
  const bare: Prices = { ...all, event: null, experiment: null, point: null, rate: null };
  const without = (...names: (keyof Prices['spot'])[]) => ({
    ...bare,
    spot: { ...bare.spot, ...Object.fromEntries(names.map((name) => [name, null])) },
  });
  expect(getRate(without('price_hourly'))?.slice(2, 4)).toEqual(['day', 2000]);
  expect(getRate(without('price_hourly', 'price_daily'))?.slice(2, 4)).toEqual(['flat', 1500]);
  expect(getRate(without('price_hourly', 'price_daily', 'price_flat'))).toBeNull();
});

test('the rate in force has its own curve, and a static one when something else sets the price', () => {
  const kinds = [all, { ...all, event: null, experiment: null, point: null }].map(
    (prices) => rateInForce(prices, 'A8C123')?.curve.kind,
  );
  expect(kinds).toEqual(['static', 'linear']);
});

test('a free event makes the rate in force 0 instead of falling back to the experiment', () => {
  const free = { name: 'Open day', display_price: cents(0), price_unit: 'flat' as const };
  expect(getRate({ ...all, event: free })?.[3]).toBe(0);
});

test('an event’s price by the hour is in force up to the property’s daily maximum', () => {
  const event = { name: 'Game', display_price: cents(1200), price_unit: 'hour' as const };
  expect(getRate({ ...all, event })).toEqual(['event', 'Game', 'hour', 1200, null, 1800]);
});

const trial = { pk: 3, segments: [segment('a', 20, 1), segment('b', 50, 2)] };
const plates = Array.from({ length: 2000 }, (_, index) => `PLATE${index}`);

test('segments of an experiment get their share of the plates, and some plates are in none', () => {
  const names = plates.map((plate) => pickSegment(trial, plate)?.name ?? 'none');
  const share = (name: string) => names.filter((one) => one === name).length / plates.length;
  expect(share('a')).toBeCloseTo(0.2, 1);
  expect(share('b')).toBeCloseTo(0.5, 1);
  expect(share('none')).toBeCloseTo(0.3, 1);
});

test('a segment always gets the same plates, and another experiment distributes them differently', () => {
  const listSegments = (pk: number) =>
    plates.map((plate) => pickSegment({ ...trial, pk }, plate)?.name);
  expect(listSegments(3)).toEqual(listSegments(3));
  expect(listSegments(3)).not.toEqual(listSegments(4));
});
