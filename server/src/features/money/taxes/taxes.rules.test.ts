import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { TaxRate } from '@lotkeeper/contract/money/taxes';
import { noTerms } from '@lotkeeper/contract/money/taxes';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideByRates, nameRates } from './taxes.rules.ts';

const rate = (authority: string, starts: string, thousandths: number): TaxRate => ({
  spot_pk: 1,
  authority,
  starts_on: starts as LocalDate,
  level: 'city',
  rate: thousandths,
  rental_groups: ['transient', 'monthly'],
  ...noTerms,
});

/** The rates of each period, which tax of it was taken under. */
const name = (rates: TaxRate[], period: number, rental_group: RentalGroup = 'transient') => {
  const days = { first_day: '2026-06-01' as LocalDate, last_day: '2026-06-30' as LocalDate };
  const sums = { tax: 0, receipts: 0, lowest_rate: 0, highest_rate: 0 };
  const segment = nameRates({ spot_pk: 1, rental_group, period, ...days, ...sums }, rates);
  const authorities = segment.rates.map(({ authority }) => authority);
  return [segment.starts_on, segment.ends_on, segment.rate, authorities];
};

describe('tax of a property', () => {
  test('is under the rate in force until the day before it changes', () => {
    const rates = [rate('City', '2026-06-15', 9000), rate('City', '2026-01-01', 8000)];
    expect([0, 1, 2].map((period) => name(rates, period))).toEqual([
      [null, '2025-12-31', null, []],
      ['2026-01-01', '2026-06-14', 8000, ['City']],
      ['2026-06-15', null, 9000, ['City']],
    ]);
  });

  test('is under the sum of all authorities in force, also on a leap day', () => {
    const rates = [rate('City', '2028-02-29', 4625), rate('State', '2028-03-01', 5000)];
    expect([1, 2].map((period) => name(rates, period))).toEqual([
      ['2028-02-29', '2028-02-29', 4625, ['City']],
      ['2028-03-01', null, 9625, ['City', 'State']],
    ]);
  });

  test('is owed to nobody after a rate of zero', () => {
    const rates = [rate('City', '2026-01-01', 8000), rate('City', '2026-06-30', 0)];
    expect(name(rates, 2)).toEqual(['2026-06-30', null, 0, []]);
  });

  test('has no rate for rentals that it doesn’t apply to', () => {
    const rates = [rate('City', '2026-01-01', 8000)];
    expect(name(rates, 1, 'enterprise')).toEqual(['2026-01-01', null, null, []]);
  });
});

describe('an amount is divided among rates', () => {
  test('in proportion, and the cents that are left go to the largest remainders', () => {
    // 1000 × 4.625 ÷ 9.625 = 480.51…, and 519.48…
    expect(divideByRates(1000, [4625, 5000])).toEqual([481, 519]);
    expect(divideByRates(1000, [5000, 4625])).toEqual([519, 481]);
    expect(divideByRates(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(divideByRates(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
    expect(divideByRates(0, [5, 3])).toEqual([0, 0]);
    expect(divideByRates(-1, [1, 2])).toEqual([0, -1]);
    expect(divideByRates(7, [])).toEqual([]);
    expect(divideByRates(7, [0, 0])).toEqual([0, 0]);
  });

  test('so that the parts always add up, each within a cent of its share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9e12, max: 9e12 }),
        fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 6 }),
        (amount, rates) => {
          const parts = divideByRates(amount, rates);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
          const total = rates.reduce((sum, one) => sum + one, 0);
          for (const [index, part] of parts.entries()) {
            expect(Math.abs(part - (amount * (rates[index] ?? 0)) / total)).toBeLessThan(1.01);
          }
        },
      ),
    );
  });
});
