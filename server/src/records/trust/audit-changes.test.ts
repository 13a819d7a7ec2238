import { expect, test } from 'vitest';
import { diffValues } from './audit-changes.ts';

test('an amount in cents is shown in dollars, and a missing one as a dash', () => {
  expect(diffValues(null, { amount: 123_450 })).toEqual([
    { field: 'Amount', before: '–', after: '$1,234.50' },
  ]);
  expect(diffValues({ price_hourly: 500 }, { price_hourly: null })).toEqual([
    { field: 'Hourly price', before: '$5.00', after: '–' },
  ]);
});

test('the amount of a discount code is shown by its type, and other numbers stay as they are', () => {
  const before = { discount_type: 'percentage_discount', amount: 20, maximum_uses: 100 };
  expect(diffValues(before, { ...before, amount: 25, maximum_uses: 50 })).toEqual([
    { field: 'Maximum uses', before: '100', after: '50' },
    { field: 'Discount', before: '20% off', after: '25% off' },
  ]);
});

test('a new event is described by the labels and choices of its form, without what was left empty', () => {
  const event = {
    name: 'Farmers Market',
    start_time: '09:00:00',
    end_time: '24:00:00',
    interval: 'weekly',
    quantity: 10,
    is_lot_closed: false,
    spaceforce_multiplier: 0,
    date: '2026-11-09',
    repeat_on_day: 0,
    repeat_on_week: null,
    codes: [],
  };
  expect(diffValues(null, event).map(({ field, after }) => `${field}: ${after}`)).toEqual([
    'Name: Farmers Market',
    'Start time: 9 AM',
    'End time: Midnight, end of day',
    'Interval: Weekly',
    'Spaces: 10',
    'Closed to the public: No',
    'Enforcement: Off',
    'Start date: Nov 9, 2026',
    'Weekday: Monday',
  ]);
});

test('a discount code that was sent by its kind of discount has the amount in dollars', () => {
  const after = { code: 'OPEN5', value: 500, applicable_rental_types: ['hourly', 'flat_rate'] };
  expect(diffValues(null, after)).toEqual([
    { field: 'Code', before: '–', after: 'OPEN5' },
    { field: 'Valid for', before: '–', after: 'Hourly, Flat rate' },
    { field: 'Discount', before: '–', after: '$5 off' },
  ]);
});

test('pricing models of the same kind differ by their prices', () => {
  const before = { curve: { kind: 'moving', prices: [300, 200] } };
  expect(diffValues(before, { curve: { kind: 'moving', prices: [400, 200] } })).toEqual([
    {
      field: 'Pricing model',
      before: 'Moving, prices $3.00, $2.00',
      after: 'Moving, prices $4.00, $2.00',
    },
  ]);
});
