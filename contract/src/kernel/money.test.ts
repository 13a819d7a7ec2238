import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BasisPoints } from './money.ts';
import {
  cents,
  centsAsTyped,
  centsField,
  computeProportion,
  computeShare,
  decimalDollars,
  divideHalfEven,
  dollarsText,
  largerHalf,
  percentToRate,
  priceOfMinutes,
  rateToPercent,
  shortDollarsText,
  sum,
  taxIncluded,
  typedToCents,
  zeroCents,
} from './money.ts';

const rate = (basisPoints: number) => basisPoints as Parameters<typeof computeShare>[1];

describe('cents', () => {
  test.each([0.5, Number.NaN, Infinity, 2 ** 53, -(2 ** 53)])(
    'an amount of %d cents is refused',
    (amount) => {
      expect(() => cents(amount)).toThrow(RangeError);
    },
  );

  test('cents have no negative zero', () => {
    expect(Object.is(cents(-0), 0)).toBe(true);
    expect(Object.is(sum(cents(5), cents(-5)), 0)).toBe(true);
  });

  test('a sum of cents that leaves the exact range is refused', () => {
    expect(() => sum(cents(2 ** 53 - 1), cents(1))).toThrow(RangeError);
  });

  test('cents on the wire are whole numbers, and neither text nor null', () => {
    expect(centsField.safeParse(-5).success).toBe(true);
    for (const wrong of ['5', null, 0.5, 2 ** 53]) {
      expect(centsField.safeParse(wrong).success).toBe(false);
    }
  });
});

describe('rounding half to even', () => {
  test.each([
    ['5/10 = 0.5 goes to 0', 5n, 10n, 0n],
    ['15/10 = 1.5 goes to 2', 15n, 10n, 2n],
    ['25/10 = 2.5 goes to 2', 25n, 10n, 2n],
    ['26/10 = 2.6 goes to 3', 26n, 10n, 3n],
    ['24/10 = 2.4 goes to 2', 24n, 10n, 2n],
    ['−5/10 = −0.5 goes to 0', -5n, 10n, 0n],
    ['−15/10 = −1.5 goes to −2', -15n, 10n, -2n],
    ['−25/10 = −2.5 goes to −2', -25n, 10n, -2n],
    ['7/1 stays 7', 7n, 1n, 7n],
  ])('%s', (_, numerator, denominator, rounded) => {
    expect(divideHalfEven(numerator, denominator)).toBe(rounded);
  });

  test('a denominator of 0 or less is refused', () => {
    expect(() => divideHalfEven(1n, 0n)).toThrow(RangeError);
    expect(() => divideHalfEven(1n, -1n)).toThrow(RangeError);
  });

  test('rounding is never off by more than half, and goes to even at exactly half', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (n, d) => {
        const rest = n - divideHalfEven(n, d) * d;
        const twice = 2n * (rest < 0n ? -rest : rest);
        expect(twice <= d).toBe(true);
        if (twice === d) expect(divideHalfEven(n, d) % 2n).toBe(0n);
      }),
    );
  });
});

const amount = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).map(cents);
const anyRate = fc.integer({ min: 0, max: 10_000 }).map(rate);

describe('a share', () => {
  test.each([
    ['10 % of $12.35 is $1.24 (123.5 → 124)', 1235, 1000, 124],
    ['10 % of $12.25 is $1.22 (122.5 → 122)', 1225, 1000, 122],
    ['10 % of −$12.35 is −$1.24', -1235, 1000, -124],
    ['12.5 % of $0.04 is $0.00 (0.5 → 0)', 4, 1250, 0],
    ['100 % of an amount is the amount', 12345, 10_000, 12345],
    ['0 % of it is nothing', 12345, 0, 0],
  ])('%s', (_, of, at, share) => {
    expect(computeShare(cents(of), rate(at))).toBe(share);
  });

  test('a share of a refund takes back exactly what the same charge paid', () => {
    fc.assert(
      fc.property(amount, anyRate, (of, at) => {
        expect(sum(computeShare(of, at), computeShare(cents(-of), at))).toBe(0);
      }),
    );
  });

  test('a share and the rest add up to the amount, and the share is never larger', () => {
    fc.assert(
      fc.property(amount, anyRate, (of, at) => {
        const share = computeShare(of, at);
        expect(sum(share, cents(of - share))).toBe(of);
        expect(Math.abs(share)).toBeLessThanOrEqual(Math.abs(of));
      }),
    );
  });
});

describe('tax inside an amount', () => {
  test.each([
    ['$108.25 at 8.25 % holds $8.25', 10825, 825, 825],
    ['$10.00 at 8.6 % holds $0.79 (1000 × 860 / 10860 = 79.19)', 1000, 860, 79],
    ['−$108.25 holds −$8.25', -10825, 825, -825],
    ['nothing holds nothing', 0, 825, 0],
  ])('%s', (_, of, at, tax) => {
    expect(taxIncluded(cents(of), rate(at))).toBe(tax);
  });

  test('tax inside an amount is, within a cent, the tax on the rest', () => {
    fc.assert(
      fc.property(amount, anyRate, (of, at) => {
        const tax = taxIncluded(of, at);
        expect(Math.abs(computeShare(cents(of - tax), at) - tax)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test.each([
  ['a part of $50.00 of $108.25 with $8.25 of tax has $3.81 of it', 5000, 825, 10825, 381],
  ['an amount of 1 with a share of 1 in 2 has 0 (0.5 → 0)', 1, 1, 2, 0],
  ['an amount of 3 with a share of 1 in 2 has 2 (1.5 → 2)', 3, 1, 2, 2],
  ['a refund has what its charge had', -5000, 825, 10825, -381],
  ['all of it has all', 10825, 825, 10825, 825],
])('in proportion, %s', (_, of, share, total, part) => {
  expect(computeProportion(cents(of), cents(share), cents(total))).toBe(part);
});

test.each([
  ['$5.00 an hour for 90 minutes is $7.50', 500, 90, 750],
  ['$0.01 an hour for 30 minutes is $0.00 (0.5 → 0)', 1, 30, 0],
  ['$0.03 an hour for 30 minutes is $0.02 (1.5 → 2)', 3, 30, 2],
  ['no time costs nothing', 500, 0, 0],
])('%s', (_, perHour, minutes, price) => {
  expect(priceOfMinutes(cents(perHour), minutes)).toBe(price);
});

test.each([
  [-5, '-$0.05'],
  [5, '$0.05'],
  [100, '$1.00'],
  [99_999, '$999.99'],
  [100_000, '$1,000.00'],
  [123_456_789_01, '$123,456,789.01'],
])('%i cents read as %s', (amount, text) => {
  expect(dollarsText(cents(amount))).toBe(text);
});

test.each([
  [0, '$0'],
  [1200, '$12'],
  [1250, '$12.50'],
  [-123_400, '-$1,234'],
  [100_00, '$100'],
])('%i cents are short as %s', (amount, text) => {
  expect(shortDollarsText(cents(amount))).toBe(text);
});

test.each([
  ['2.5', 250],
  ['2.05', 205],
  ['$1,234', 123_400],
  ['12,345.60', 1_234_560],
  ['1,234,567', 123_456_700],
  ['0.1', 10],
  ['19.99', 1999],
  ['', null],
  ['  ', null],
])('the price typed as %j is read as %j cents', (typed, amount) => {
  expect(typedToCents(typed)).toBe(amount);
});

test.each(['2.505', 'free', '-3', '1e3', '1.2.3', '.', '2,5', '1,00', ',500', '5$'])(
  '%j is not a price',
  (typed) => {
    expect(typedToCents(typed)).toBeNaN();
  },
);

test('cents are formatted as people type dollars, and as decimal dollars for programs', () => {
  const amounts = [1250, 500, 5].map(cents);
  expect(amounts.map(centsAsTyped)).toEqual(['12.50', '5', '0.05']);
  expect(centsAsTyped(null)).toBe('');
  expect([...amounts, cents(-5)].map(decimalDollars)).toEqual(['12.50', '5.00', '0.05', '-0.05']);
  expect(decimalDollars(zeroCents)).toBe('0.00');
});

test('a rate in basis points is unchanged after conversion to a percentage and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (rate) => {
      expect(percentToRate(rateToPercent(rate as BasisPoints))).toBe(rate);
    }),
  );
});

test('the larger half gets the odd cent', () => {
  expect([largerHalf(cents(7)), largerHalf(cents(8))]).toEqual([4, 4]);
});
