import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { RateCurve } from '@lotkeeper/contract/operations/rate-curves';
import type { RateDay } from '@lotkeeper/contract/operations/rates';
import { expect, test } from 'vitest';
import {
  curveWords,
  emptyText,
  experimentItem,
  lengthWords,
  priceWords,
  rateItem,
} from './rates.rules.ts';

const rate = (curve: RateCurve): RateDay => ({
  pk: 3,
  spot: 1,
  name: 'Hourly',
  curve,
  pricing_model_type: curve.kind,
  unit: 'hour',
  price: cents(450),
  dynamic_daily_max: null,
  interval: 'daily',
  priority: 0,
  start_date: '2026-06-15' as LocalDate,
  end_date: null,
  date_string: '2026-06-16' as LocalDate,
  start: '2026-06-16T12:00:00.000Z',
  end: '2026-06-17T12:00:00.000Z',
});

test('a length of stay is formatted in hours and minutes', () => {
  expect([0, 45, 60, 90, 1440].map(lengthWords)).toEqual([
    '0 min',
    '45 min',
    '1 hr',
    '1 hr 30 min',
    '24 hr',
  ]);
});

test('a price is written with its unit', () => {
  expect(priceWords({ price: 400, unit: 'hour' })).toBe('$4 an hour');
  expect(priceWords({ price: 123_450, unit: 'month' })).toBe('$1,234.50 a month');
});

test('the numbers of each kind of curve are described', () => {
  const words = (curve: RateCurve) => curveWords(curve).join('; ');
  const steps = [{ minutes: 90, price: cents(700) }];
  const brackets = [
    { from: 0, price: cents(0) },
    { from: 120, price: cents(300) },
  ];
  expect(words({ kind: 'static' })).toBe('');
  expect(words({ kind: 'linear', start: cents(150) })).toBe('start: $1.50');
  expect(words({ kind: 'exponential', growth: 1250 as BasisPoints })).toBe('each hour +12.5%');
  expect(words({ kind: 'exponential', growth: -1000 as BasisPoints })).toBe('each hour -10%');
  expect(words({ kind: 'stepwise', steps })).toBe('up to 1 hr 30 min: $7');
  expect(words({ kind: 'moving', prices: [cents(500), cents(300)] })).toBe(
    'hour 1: $5; hour 2: $3',
  );
  expect(words({ kind: 'moving_total', totals: [cents(500)] })).toBe('up to 1 hr: $5');
  expect(words({ kind: 'cumulative_time', brackets })).toBe(
    'from 0 min: $0 an hour; from 2 hr: $3 an hour',
  );
});

test('a rate is shown on its day with its price, and an experiment with its number of segments', () => {
  expect(rateItem(rate({ kind: 'static' }))).toMatchObject({
    key: 'rate 3',
    start: '2026-06-16',
    note: '$4.50 an hour',
  });
  const stepwise = rate({ kind: 'moving', prices: [cents(450)] });
  expect(rateItem(stepwise).note).toBe('$4.50 an hour, moving');
  const experiment = { pk: 8, name: 'Trial', date_string: '2026-06-16' as LocalDate };
  const segment = { uuid: 'u', name: 'A', percentage: 50, rates: [] };
  const day = { ...experiment, start: '', end: '', segments: [segment] };
  expect(experimentItem(day)).toMatchObject({ key: 'experiment 8', note: 'Experiment, 1 segment' });
});

test('the price that applies is named when no rate is visible', () => {
  const prices = { price_hourly: cents(500), price_daily: cents(2000), price_flat: null };
  expect(emptyText('week', prices)).toBe(
    'No rates this week. The property’s own price applies: $5 an hour.',
  );
  expect(emptyText('day', { ...prices, price_hourly: null })).toBe(
    'No rates this day. The property’s own price applies: $20 a day.',
  );
  const none = { ...prices, price_hourly: null, price_daily: null };
  expect(emptyText('day', { ...none, price_flat: cents(4000) })).toBe(
    'No rates this day. The property’s own price applies: $40 a stay.',
  );
  expect(emptyText('month', none)).toBe('No rates this month.');
});
