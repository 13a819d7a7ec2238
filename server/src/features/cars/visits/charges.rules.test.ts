import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents, zeroCents } from '@lotkeeper/contract/kernel/money';
import { staticCurve } from '@lotkeeper/contract/operations/rate-curves';
import { expect, test } from 'vitest';
import type { Rate } from '../../../records/operations/stay-price.ts';
import type { Owed } from './charges.rules.ts';
import { buildCharges, computeAdjustment } from './charges.rules.ts';

const at = (hours: number) => instant(hours * hourMs);
/** 8 % tax, 2.9 % processing fee. */
const rates = { tax_rate: 800 as BasisPoints, processing_rate: 290 as BasisPoints };
const rate: Rate = {
  rule: 'dynamic price',
  name: null,
  unit: 'hour',
  price: cents(600),
  base_price: cents(500),
  curve: staticCurve,
  daily_min: null,
  daily_max: null,
};
const owed = (hours: number | null): Owed => ({
  rate,
  from: at(0),
  until: hours === null ? null : at(hours),
});
const charges = (hours: number | null) => buildCharges('v', owed(hours), at(0.25), rates);
const adjusted = (charged: number, debt: Owed | null, movements = 1, refundable = charged) => {
  const before = { charged: cents(charged), movements, refundable: cents(refundable) };
  return computeAdjustment('v', before, debt, at(9), rates);
};

test('while a car is there, its first hour is charged with tax, fee, and base price', () => {
  // 600 + 48 = 648; tax included 48; fee 18.792; at the base price 500 + 40 = 540.
  expect(charges(null)).toEqual([
    {
      external_id: 'v',
      kind: 'charge',
      occurred_at: at(0.25),
      amount: 648,
      tax: 48,
      processing_fee: 19,
      base_price: 540,
    },
  ]);
});

test('once the exit is known, the rest of the stay is charged at the exit', () => {
  // Three hours: 1800 + 144 = 1944, minus 648 = 1296; at the base price 1620 minus 540 = 1080.
  expect(charges(2.5)).toMatchObject([
    { external_id: 'v', amount: 648 },
    { external_id: 'v-2', occurred_at: at(2.5), amount: 1296, tax: 96, base_price: 1080 },
  ]);
  expect(charges(1)).toHaveLength(1);
});

test('without dynamic pricing neither charge has a base price', () => {
  const fixed = { ...owed(2.5), rate: { ...rate, base_price: null } };
  expect(buildCharges('v', fixed, at(0.25), rates)).toMatchObject([
    { base_price: null },
    { amount: 1296, base_price: null },
  ]);
});

test('a rental that was charged its first hour is later charged the same remainder', () => {
  expect(adjusted(648, owed(2.5))).toEqual(charges(2.5)[1]);
});

test('an amount beyond any other charge has no base price', () => {
  expect(adjusted(1000, owed(2.5))).toMatchObject({ amount: 944, base_price: null });
});

test('nothing is charged or refunded when the charged amount is the owed amount', () => {
  expect(adjusted(648, owed(null))).toBeNull();
  expect(adjusted(1944, owed(2.5), 2)).toBeNull();
  expect(adjusted(0, null)).toBeNull();
});

test('an amount that is no longer owed is refunded now, with its tax and under its own external_id', () => {
  expect(adjusted(1944, null, 2)).toEqual({
    external_id: 'v-3',
    kind: 'refund',
    occurred_at: at(9),
    amount: 1944,
    tax: 144,
  });
  expect(adjusted(1944, owed(1), 2)).toMatchObject({ kind: 'refund', amount: 1296 });
});

test('an amount that was refunded elsewhere is neither refunded nor charged again', () => {
  expect(adjusted(1944, null, 2, 1000)).toMatchObject({ kind: 'refund', amount: 1000 });
  expect(adjusted(1944, null, 2, 0)).toBeNull();
  expect(adjusted(648, owed(2.5), 1, 0)).toMatchObject({ kind: 'charge', amount: 1296 });
});

test('a rate of zero makes a charge of zero', () => {
  const free = { ...owed(5), rate: { ...rate, price: zeroCents, base_price: null } };
  expect(buildCharges('v', free, at(0.25), rates)).toMatchObject([{ amount: 0 }]);
});
