import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import type { PayoutRow } from './story-money.queries.ts';
import { findCommissionRate, findPayout, findPeriodEnd } from './story-money.rules.ts';

const day = (text: string) => text as LocalDate;

const payout = (pk: number, period: string, more: Partial<PayoutRow> = {}): PayoutRow => ({
  pk,
  happened_at: instant(pk),
  local_date: day('2026-06-05'),
  statement_descriptor: `LOTKEEPER ${period}`,
  period: null,
  ...more,
});

const noMoney = {
  gross: cents(0),
  refund: cents(0),
  tax: cents(0),
  processing_fee: cents(0),
  commission: cents(0),
  enforcement: cents(0),
  marketing: cents(0),
  dynamic_pricing: cents(0),
};

test.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
  ['2026-06-14', '2026-06-14'],
  ['', null],
  ['June', null],
])('the period %s ends on %s', (period, end) => {
  expect(findPeriodEnd(period)).toBe(end);
});

test('the first payout whose period covers the day paid it', () => {
  const payouts = [payout(1, '2026-05'), payout(2, '2026-06'), payout(3, '2026-07')];
  expect(findPayout(day('2026-06-01'), payouts)?.pk).toBe(2);
  expect(findPayout(day('2026-05-31'), payouts)?.pk).toBe(1);
  expect(findPayout(day('2026-08-01'), payouts)).toBeNull();
});

test('the period of the order takes precedence over that of the statement', () => {
  const payouts = [payout(1, 'whatever', { period: '2026-06-14' })];
  expect(findPayout(day('2026-06-14'), payouts)?.pk).toBe(1);
  expect(findPayout(day('2026-06-15'), payouts)).toBeNull();
});

test('a payout with an unknown period is skipped', () => {
  expect(findPayout(day('2026-06-14'), [payout(1, '')])).toBeNull();
});

const beginning = day('2020-01-01');
const ten = {
  rate: 1000 as BasisPoints,
  bases: [{ starts_on: beginning, base: 'adjusted' as const }],
};
// 2592 - 192 - 75 = 2325; 10 % is 232.5, rounded half to even.
const facts = { kind: 'charge' as const, local_date: day('2026-06-14') };
const entry = {
  ...noMoney,
  ...facts,
  gross: cents(2592),
  tax: cents(192),
  processing_fee: cents(75),
};

test('the rate is stated when it results in exactly the commission', () => {
  expect(findCommissionRate({ ...entry, commission: cents(232) }, ten)).toBe(1000);
  expect(findCommissionRate({ ...entry, commission: cents(233) }, ten)).toBeNull();
});

test('an entry that moved nothing has no rate', () => {
  expect(findCommissionRate({ ...noMoney, ...facts }, ten)).toBeNull();
});
