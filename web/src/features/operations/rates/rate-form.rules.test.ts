import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { RateCurve } from '@lotkeeper/contract/operations/rate-curves';
import { expect, test } from 'vitest';
import type { RateDraft } from './rate-form.rules.ts';
import { readDraft, toBody, toDraft, withKind } from './rate-form.rules.ts';
import { newRate } from './rates.rules.ts';

const fresh = toDraft(newRate('2026-06-15' as LocalDate));
const filled: RateDraft = { ...fresh, name: 'Hourly', price: '4.50' };
const line = (minutes: string, price: string, key = 0) => ({ key, minutes, price });

test('a complete rate form is read as the rate it describes', () => {
  expect(readDraft({ ...filled, dailyMax: '$1,200', priority: '7' })).toEqual({
    problems: {},
    rate: {
      name: 'Hourly',
      curve: { kind: 'static' },
      unit: 'hour',
      price: 450,
      dynamic_daily_max: 120_000,
      interval: 'daily',
      priority: 7,
      start_date: '2026-06-15',
      end_date: null,
    },
  });
});

const curves: RateCurve[] = [
  { kind: 'static' },
  { kind: 'linear', start: cents(150) },
  { kind: 'stepwise', steps: [{ minutes: 30, price: cents(250) }] },
  { kind: 'exponential', growth: -1250 as BasisPoints },
  { kind: 'moving', prices: [cents(500), cents(0)] },
  { kind: 'moving_total', totals: [cents(500), cents(900)] },
  { kind: 'cumulative_time', brackets: [{ from: 0, price: cents(123) }] },
];

test.each(curves)('a $kind curve survives a round trip through the form', (curve) => {
  const rate = { ...newRate('2026-06-15' as LocalDate), name: 'Hourly', price: cents(450), curve };
  expect(readDraft(toDraft(rate)).rate?.curve).toEqual(curve);
});

test('a rate’s own price isn’t sent when its curve has the prices', () => {
  const rows = [line('', '5')];
  const { rate } = readDraft({ ...withKind(filled, 'moving'), rows });
  expect(rate?.price).toBeNull();
  expect(rate && toBody(rate)).not.toHaveProperty('price');
});

test('a linear curve makes a daily rate hourly, while a static one keeps its unit', () => {
  expect(withKind({ ...filled, unit: 'day' }, 'linear').unit).toBe('hour');
  expect(withKind({ ...filled, unit: 'day' }, 'static').unit).toBe('day');
});

const told = (change: Partial<RateDraft>) => readDraft({ ...filled, ...change }).problems;
test.each<[Partial<RateDraft>, object]>([
  [{ name: ' ' }, { name: 'This is required' }],
  [{ price: '' }, { price: 'This is required' }],
  [{ price: '4,5,x' }, { price: 'Enter an amount in dollars, such as 12.50.' }],
  [{ dailyMax: '-3' }, { dynamic_daily_max: 'Enter an amount in dollars, such as 12.50.' }],
  [{ priority: '1001' }, { priority: 'Must be at most 1,000.' }],
  [{ end_date: '2026-06-14' as LocalDate }, { end_date: 'Must not be before the first day.' }],
  [{ kind: 'exponential', growth: '51' }, { curve: 'Must be -50 to 50 percent.' }],
  [
    { kind: 'stepwise', rows: [line('60', '5'), line('30', '6', 1)] },
    { curve: 'Each step must be longer.' },
  ],
  [{ kind: 'stepwise', rows: [line('', '5')] }, { curve: 'Must be whole minutes.' }],
])('a rate form with %j shows the problem at its field', (change, problems) => {
  expect(told(change)).toEqual(problems);
  expect(readDraft({ ...filled, ...change }).rate).toBeNull();
});
