import { expect, test } from 'vitest';
import { diffValues } from './audit-changes.ts';

test('an amount in cents is shown in dollars, and a missing one as a dash', () => {
  expect(diffValues(null, { amount: 123_450 })).toEqual([
    { field: 'amount', before: '–', after: '$1,234.50' },
  ]);
  expect(diffValues({ price_hourly: 500 }, { price_hourly: null })).toEqual([
    { field: 'price hourly', before: '$5.00', after: '–' },
  ]);
});

test('the amount of a discount code is shown by its type, and other numbers stay as they are', () => {
  const before = { discount_type: 'percentage_discount', amount: 20, maximum_uses: 100 };
  expect(diffValues(before, { ...before, amount: 25, maximum_uses: 50 })).toEqual([
    { field: 'amount', before: '20% off', after: '25% off' },
    { field: 'maximum uses', before: '100', after: '50' },
  ]);
});
