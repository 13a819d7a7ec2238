import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { TaxRate } from '@lotkeeper/contract/money/taxes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideByRates, splitSegments } from './taxes.rules.ts';

const rate = (authority: string, starts: string, thousandths: number): TaxRate => ({
  spot_pk: 1,
  authority,
  starts_on: starts as LocalDate,
  level: 'city',
  rate: thousandths,
  rental_groups: ['transient', 'monthly'],
});

const split = (rates: TaxRate[], from: string, to: string) =>
  splitSegments(1, rates, ['transient'], { from: from as LocalDate, to: to as LocalDate }).map(
    (segment) => [
      segment.from,
      segment.to,
      segment.rate,
      segment.rates.map((one) => one.authority),
    ],
  );

describe('the days of a property', () => {
  test('are divided on the day on which a rate changes', () => {
    const rates = [rate('City', '2026-01-01', 8000), rate('City', '2026-06-15', 9000)];
    expect(split(rates, '2026-06-01', '2026-06-30')).toEqual([
      ['2026-06-01', '2026-06-14', 8000, ['City']],
      ['2026-06-15', '2026-06-30', 9000, ['City']],
    ]);
  });

  test('have the sum of all authorities in force, and none before the first rate', () => {
    const rates = [rate('City', '2028-02-29', 4625), rate('State', '2028-03-01', 5000)];
    expect(split(rates, '2028-01-01', '2028-03-31')).toEqual([
      ['2028-01-01', '2028-02-28', 0, []],
      ['2028-02-29', '2028-02-29', 4625, ['City']],
      ['2028-03-01', '2028-03-31', 9625, ['City', 'State']],
    ]);
  });

  test('end a tax with a rate of zero', () => {
    const rates = [rate('City', '2026-01-01', 8000), rate('City', '2026-06-30', 0)];
    expect(split(rates, '2026-06-30', '2026-06-30')).toEqual([['2026-06-30', '2026-06-30', 0, []]]);
  });

  test('have no rate for rentals that it doesn’t apply to', () => {
    const [segment] = splitSegments(1, [rate('City', '2026-01-01', 8000)], ['enterprise'], {
      from: '2026-06-01' as LocalDate,
      to: '2026-06-30' as LocalDate,
    });
    expect(segment).toMatchObject({ rate: 0, rates: [] });
  });
});

describe('an amount is divided among rates', () => {
  test('in proportion, and the cents that are left go to the largest remainders', () => {
    // 1000 × 4.625 ÷ 9.625 = 480.51…, and 519.48…
    expect(divideByRates(1000, [4625, 5000])).toEqual([481, 519]);
    expect(divideByRates(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(divideByRates(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
    expect(divideByRates(0, [5, 3])).toEqual([0, 0]);
    expect(divideByRates(7, [])).toEqual([]);
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
