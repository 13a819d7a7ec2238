import { expect, test } from 'vitest';
import { defaultTab, defaultTypes, validateDriver } from './drivers.rules.ts';

const fine = { email: 'ada@example.com', plate: '', pair: null };

test.each([
  [fine, {}],
  [{ ...fine, plate: 'ABC 1', pair: 'US_AZ' }, {}],
  [{ ...fine, email: '' }, { email: 'Invalid email' }],
  [{ ...fine, email: 'ada@' }, { email: 'Invalid email' }],
  [{ ...fine, plate: 'ABC 1' }, { state: 'License plate state is required' }],
  [{ ...fine, pair: 'US_AZ' }, { plate: 'License plate number is required' }],
  [{ ...fine, plate: ' ', pair: 'US_AZ' }, { plate: 'License plate number is required' }],
])('the driver form with %j has the errors %j', (draft, problems) => {
  expect(validateDriver(draft)).toEqual(problems);
});

test('a property opens with monthly drivers when it sells months, and otherwise with transient drivers', () => {
  expect(defaultTab({ price_monthly: 0, price_daily: null })).toBe('monthly');
  expect(defaultTab({ price_monthly: null, price_daily: 900 })).toBe('transient');
});

test('the transient list also has daily rentals by default when the property sells days', () => {
  expect(defaultTypes({ price_monthly: null, price_daily: 900 })).toEqual([
    'daily',
    'flat',
    'hourly',
  ]);
  expect(defaultTypes({ price_monthly: null, price_daily: null })).toEqual(['flat', 'hourly']);
});
