import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { SponsorMonth } from '@lotkeeper/contract/operations/validation-bills';
import { expect, test } from 'vitest';
import { listBillGroups } from './bill-pdf.ts';

const sponsor: SponsorMonth = {
  pk: 1,
  name: 'Cafe',
  kind: 'merchant',
  version: 1,
  terms_from: '2026-06-01' as LocalDate,
  allowance: 'visits',
  allowance_visits: 1200,
  allowance_value: null,
  price: null,
  codes: [],
  visits: 1203,
  value: cents(601_550),
  used_share: 10_025,
  used_up: null,
  overage_visits: 3,
  bill: cents(1_505),
};

const amounts = (more: Partial<SponsorMonth> = {}) =>
  listBillGroups({ sponsor: { ...sponsor, ...more } }).map(({ rows, total }) => [
    ...rows.map(({ amount }) => amount),
    total?.amount,
  ]);

test('a printed bill has visits, value, allowance, overage, price, and the amount due', () => {
  expect(amounts()).toEqual([
    ['1,203', '$6,015.50', '1,200 visits', '3', 'Price in force', '$15.05'],
  ]);
  const fixed = { allowance_visits: null, allowance_value: cents(50_000), price: cents(450) };
  expect(amounts({ ...fixed, overage_visits: 1, bill: cents(450) })).toEqual([
    ['1,203', '$6,015.50', '$500.00', '1', '$4.50', '$4.50'],
  ]);
  expect(amounts({ allowance_visits: null })[0]?.[2]).toBe('None');
});
