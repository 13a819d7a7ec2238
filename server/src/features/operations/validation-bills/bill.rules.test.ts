import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { SponsorTerms } from '@lotkeeper/contract/operations/validation-bills';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderedVisit, Usage } from './bill.rules.ts';
import {
  billVisit,
  computeBill,
  computeUsedShare,
  findPartBeyond,
  projectDay,
} from './bill.rules.ts';

const noTerms: SponsorTerms = {
  allowance: 'none',
  allowance_visits: null,
  allowance_value: null,
  price: null,
};
const visitTerms = (allowance_visits: number, price: number | null = null): SponsorTerms => ({
  ...noTerms,
  allowance: 'visits',
  allowance_visits,
  price: price === null ? null : cents(price),
});
const valueTerms = (allowance_value: number, price: number | null = null): SponsorTerms => ({
  ...noTerms,
  allowance: 'value',
  allowance_value: cents(allowance_value),
  price: price === null ? null : cents(price),
});

function order(values: readonly number[]): OrderedVisit[] {
  let running = 0;
  return values.map((value, index) => {
    running += value;
    return { number: index + 1, value: cents(value), running };
  });
}

function sumUp(terms: SponsorTerms, visits: readonly OrderedVisit[]): Usage {
  const parts = visits.map((visit) => ({ ...visit, beyond: findPartBeyond(terms, visit) }));
  const whole = parts.filter(({ beyond, value }) => beyond === value);
  const part = parts.find(({ beyond, value }) => beyond !== null && beyond !== value);
  return {
    visits: visits.length,
    value: visits.at(-1)?.running ?? 0,
    beyond_visits: whole.length,
    beyond_value: whole.reduce((total, { value }) => total + value, 0),
    crossing: part ? { value: part.value, beyond: cents(part.beyond ?? 0) } : null,
  };
}

const billEach = (terms: SponsorTerms, values: readonly number[]) =>
  order(values).map((visit) => billVisit(terms, visit));
const billAll = (terms: SponsorTerms, values: readonly number[]) =>
  computeBill(terms, sumUp(terms, order(values)));

test('without an allowance each visit is billed at the price in force, or at the fixed price', () => {
  expect(billEach(noTerms, [500, 0, 700])).toEqual([500, 0, 700]);
  expect(billEach({ ...noTerms, price: cents(300) }, [500, 0, 700])).toEqual([300, 300, 300]);
  expect(billAll({ ...noTerms, price: cents(300) }, [500, 0, 700])).toBe(900);
});

test('an allowance of visits covers the first ones, whatever they are worth', () => {
  // 500 and 900 are free; 700 + 100 = 800.
  expect(billEach(visitTerms(2), [500, 900, 700, 100])).toEqual([0, 0, 700, 100]);
  expect(billAll(visitTerms(2), [500, 900, 700, 100])).toBe(800);
  expect(billAll(visitTerms(2, 250), [500, 900, 700, 100])).toBe(500);
  expect(billAll(visitTerms(0), [500, 900])).toBe(1400);
});

test('an allowance of dollars bills what is beyond it of the visit that crosses it', () => {
  // 500 + 900 = 1400 crosses 1000 by 400; then 700 are billed as a whole.
  expect(billEach(valueTerms(1000), [500, 900, 700])).toEqual([0, 400, 700]);
  expect(billAll(valueTerms(1000), [500, 900, 700])).toBe(1100);
  expect(billAll(valueTerms(2100), [500, 900, 700])).toBe(0);
  expect(billAll(valueTerms(0), [500, 900])).toBe(1400);
});

test('a fixed price is billed for the same part of the visit that crosses the allowance, rounded half to even', () => {
  // 400 of 800 are beyond: half of 301 is 150.5, which rounds to 150; half of 303 is 151.5, which rounds to 152.
  expect(billEach(valueTerms(900, 301), [500, 800, 0, 100])).toEqual([0, 150, 301, 301]);
  expect(billAll(valueTerms(900, 301), [500, 800, 0, 100])).toBe(752);
  expect(billEach(valueTerms(900, 303), [500, 800])).toEqual([0, 152]);
});

test('the bill is the sum of what is billed of each visit', () => {
  const terms = fc.oneof(
    fc.constant(noTerms),
    fc.tuple(fc.nat(12), fc.option(fc.nat(2000))).map(([n, price]) => visitTerms(n, price)),
    fc.tuple(fc.nat(9000), fc.option(fc.nat(2000))).map(([n, price]) => valueTerms(n, price)),
  );
  fc.assert(
    fc.property(terms, fc.array(fc.nat(1500), { maxLength: 20 }), (some, values) => {
      const total = billEach(some, values).reduce((sum, billed) => sum + billed, 0);
      expect(billAll(some, values)).toBe(total);
    }),
  );
});

test('the used share is of visits or of their value', () => {
  expect(computeUsedShare(visitTerms(100), { visits: 61, value: 5 })).toBe(6100);
  expect(computeUsedShare(valueTerms(3000), { visits: 61, value: 1000 })).toBe(3333);
  expect(computeUsedShare(noTerms, { visits: 61, value: 1000 })).toBeNull();
  expect(computeUsedShare(visitTerms(0), { visits: 1, value: 0 })).toBe(10_000);
});

test('the day when the allowance runs out follows from the days so far', () => {
  const today = '2026-06-12' as LocalDate;
  // 61 in 12 days: the 100th comes on day 100 × 12 / 61 = 19.7.
  expect(projectDay(visitTerms(100), { visits: 61, value: 0 }, today)).toBe('2026-06-20');
  // 40 in 12 days are 100 in 30 days: it lasts just to the end; 39 don't use it up.
  expect(projectDay(visitTerms(100), { visits: 40, value: 0 }, today)).toBe('2026-06-30');
  expect(projectDay(visitTerms(100), { visits: 39, value: 0 }, today)).toBeNull();
  expect(projectDay(visitTerms(100), { visits: 0, value: 0 }, today)).toBeNull();
  expect(projectDay(noTerms, { visits: 9, value: 9 }, today)).toBeNull();
});
