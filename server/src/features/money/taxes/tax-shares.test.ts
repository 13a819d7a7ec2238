import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import { noTerms } from '@lotkeeper/contract/money/taxes';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaxShare, TaxTaken } from './tax-shares.ts';
import { divideTaxes } from './tax-shares.ts';

const rate = (authority: string, from: string, thousandths: number) => ({
  authority,
  starts_on: from as LocalDate,
  rate: thousandths,
  rental_groups: ['transient'] as RentalGroup[],
  ...noTerms,
});
const taken = (day: string, tax: number, more: Partial<TaxTaken> = {}): TaxTaken => ({
  day: day as LocalDate,
  rental_group: 'transient',
  period: 1,
  tax,
  count: null,
  price: null,
  days: null,
  ...more,
});
const list = (shares: readonly TaxShare[]) =>
  shares.map(({ day, authority, tax }) => [day.slice(8), authority, tax]);

const rates = [rate('City', '2026-01-01', 4625), rate('State', '2026-01-01', 5000)];

test('the days of a month add up to its division', () => {
  // 25 × 4.625 ÷ 9.625 = 12.01 and 12.99; 10 → 4.81 and 5.19; 11 → 5.29 and 5.71.
  expect(list(divideTaxes([taken('2026-06-01', 25)], rates))).toEqual([
    ['01', 'City', 12],
    ['01', 'State', 13],
  ]);
  // By day 10, 1 and 14, up to each 10, 11 and 25: 5 and 5, 5 and 6, 12 and 13.
  const days = [taken('2026-06-01', 10), taken('2026-06-03', 14), taken('2026-06-02', 1)];
  expect(list(divideTaxes(days, rates))).toEqual([
    ['01', 'City', 5],
    ['01', 'State', 5],
    ['02', 'City', 0],
    ['02', 'State', 1],
    ['03', 'City', 7],
    ['03', 'State', 7],
  ]);
});

test('tax before the first rate, of other rentals and of an ended rate is nobody’s', () => {
  const ended = [...rates, rate('City', '2026-06-15', 0), rate('State', '2026-06-15', 0)];
  const rows = [
    taken('2026-06-01', 10, { period: 0 }),
    taken('2026-06-02', 20, { rental_group: 'monthly' }),
    taken('2026-06-16', 30, { period: 2 }),
  ];
  expect(list(divideTaxes(rows, ended))).toEqual([
    ['01', null, 10],
    ['02', null, 20],
    ['16', null, 30],
  ]);
});

test('any tax is divided without a cent left, each day, and alike by day and by month', () => {
  const anyDay = fc.tuple(fc.nat(29), fc.integer({ min: -100_000, max: 100_000 }));
  const anyRate = fc.integer({ min: 1, max: 50_000 });
  fc.assert(
    fc.property(fc.array(anyDay), anyRate, anyRate, anyRate, (days, ...sizes) => {
      const three = sizes.map((size, index) => rate(`Place ${index}`, '2026-01-01', size));
      const rows = days.map(([day, tax]) => taken(addDays('2026-06-01' as LocalDate, day), tax));
      const shares = divideTaxes(rows, three);
      const sum = (all: readonly { tax: number }[]) =>
        all.reduce((total, { tax }) => total + tax, 0);
      for (const [day, ofDay] of Map.groupBy(rows, (row) => row.day)) {
        expect(sum(shares.filter((share) => share.day === day))).toBe(sum(ofDay));
      }
      const month = divideTaxes([taken('2026-06-01', sum(rows))], three);
      for (const { authority, tax } of month) {
        expect(sum(shares.filter((share) => share.authority === authority))).toBe(tax);
      }
    }),
  );
});
