import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BasisPoints } from '../kernel/money.ts';
import { cents } from '../kernel/money.ts';
import type { RateCurve, StayPrice } from './rate-curves.ts';
import {
  firstUnitMinutes,
  priceOfStay,
  pricingModels,
  rateCurve,
  usesPrice,
} from './rate-curves.ts';

const rate = (curve: RateCurve, more: Partial<StayPrice> = {}): StayPrice => ({
  unit: 'hour',
  price: cents(400),
  curve,
  daily_min: null,
  daily_max: null,
  ...more,
});
const at = (of: StayPrice, ...lengths: number[]) =>
  lengths.map((length) => priceOfStay(of, length));

describe('what a stay costs by each curve, at $4 an hour', () => {
  test('a static curve charges each started hour', () => {
    expect(at(rate({ kind: 'static' }), 0, 60, 61, 121)).toEqual([400, 400, 800, 1200]);
  });

  test('a linear curve charges $1 to start and then by the minute, one hour at least', () => {
    const linear = rate({ kind: 'linear', start: cents(100) });
    // 100 + 400 × 90/60 = 700; 100 + 400 × 61/60 = 506.67.
    expect(at(linear, 0, 60, 61, 90)).toEqual([500, 500, 507, 700]);
  });

  test('a stepwise curve charges the step that the stay ends in, and starts over after the last', () => {
    const steps = [
      { minutes: 30, price: cents(200) },
      { minutes: 120, price: cents(700) },
      { minutes: 480, price: cents(1500) },
    ];
    const stepwise = rate({ kind: 'stepwise', steps });
    expect(at(stepwise, 0, 30, 31, 120, 121, 480)).toEqual([200, 200, 700, 700, 1500, 1500]);
    expect(at(stepwise, 481, 600, 960)).toEqual([1700, 2200, 3000]);
  });

  test('an exponential curve charges a tenth more for each hour than for the one before', () => {
    const exponential = rate({ kind: 'exponential', growth: 1000 as BasisPoints });
    // 400, 440, 484, 532.4 → 532.
    expect(at(exponential, 60, 120, 180, 240)).toEqual([400, 840, 1324, 1856]);
  });

  test('a moving curve charges each started hour its own price, and repeats the last one', () => {
    const moving = rate({ kind: 'moving', prices: [cents(500), cents(300), cents(100)] });
    expect(at(moving, 60, 61, 180, 240)).toEqual([500, 800, 900, 1000]);
  });

  test('a moving total curve charges a total per number of hours, the last one until the day ends', () => {
    const totals = [cents(500), cents(800), cents(1000)];
    expect(at(rate({ kind: 'moving_total', totals }), 60, 90, 180, 1440)).toEqual([
      500, 800, 1000, 1000,
    ]);
  });

  test('a cumulative time curve charges each part of the stay at its own hourly price, by the minute', () => {
    const brackets = [
      { from: 0, price: cents(0) },
      { from: 120, price: cents(300) },
      { from: 240, price: cents(600) },
    ];
    const cumulative = rate({ kind: 'cumulative_time', brackets });
    // Two hours free, then 300 an hour, then 600: 300 × 1 = 300; 300 × 2 + 600 × 0.5 = 900.
    expect(at(cumulative, 60, 120, 180, 270)).toEqual([0, 0, 300, 900]);
  });
});

test('the price of a stay starts over every 24 hours, within the daily minimum and maximum', () => {
  const moving: RateCurve = { kind: 'moving', prices: [cents(500), cents(300)] };
  const limited = rate(moving, { daily_min: cents(600), daily_max: cents(1200) });
  expect(at(limited, 60, 120, 300, 1440, 1441, 2880)).toEqual([600, 800, 1200, 1200, 1800, 2400]);
});

test('a daily rate charges each started day, a flat rate charges once, and neither has a daily maximum', () => {
  const daily_max = cents(100);
  expect(at(rate({ kind: 'static' }, { unit: 'day', daily_max }), 0, 1440, 1441)).toEqual([
    400, 400, 800,
  ]);
  expect(at(rate({ kind: 'static' }, { unit: 'flat', daily_max }), 0, 9999)).toEqual([400, 400]);
});

test('the first unit of a curve is an hour, its first step, or a day', () => {
  const steps = [{ minutes: 20, price: cents(100) }];
  expect(firstUnitMinutes(rate({ kind: 'stepwise', steps }))).toBe(20);
  expect(firstUnitMinutes(rate({ kind: 'static' }))).toBe(60);
  expect(firstUnitMinutes(rate({ kind: 'static' }, { unit: 'day' }))).toBe(1440);
});

test('static, linear and exponential curves use the price of the rate, the others have their own', () => {
  expect(pricingModels.filter(usesPrice)).toEqual(['static', 'linear', 'exponential']);
});

describe('a curve that cannot be', () => {
  const problem = (curve: unknown) => rateCurve.safeParse(curve).error?.issues[0]?.message;
  test.each([
    [{ kind: 'stepwise', steps: [] }, 'Enter at least one step.'],
    [{ kind: 'moving', prices: [] }, 'Enter at least one price.'],
    [{ kind: 'moving_total', totals: [500, 400] }, 'A longer stay must not cost less.'],
    [
      {
        kind: 'stepwise',
        steps: [
          { minutes: 60, price: 500 },
          { minutes: 60, price: 600 },
        ],
      },
      'Each step must be longer.',
    ],
    [
      {
        kind: 'stepwise',
        steps: [
          { minutes: 60, price: 500 },
          { minutes: 90, price: 400 },
        ],
      },
      'A longer stay must not cost less.',
    ],
    [
      { kind: 'cumulative_time', brackets: [{ from: 10, price: 1 }] },
      'The first price must start at 0.',
    ],
    [{ kind: 'exponential', growth: 5001 }, 'Must be -50 to 50 percent.'],
    [{ kind: 'linear', start: 0.5 }, 'Must be a whole number of cents, 0 to 100000000.'],
  ])('the invalid curve %j is refused with a message', (curve, sentence) => {
    expect(problem(curve)).toBe(sentence);
  });

  test('a curve of an unknown kind, or with another kind’s fields, is refused', () => {
    expect(rateCurve.safeParse({ kind: 'cubic' }).success).toBe(false);
    expect(rateCurve.safeParse({ kind: 'static', start: 1 }).success).toBe(false);
  });
});

const money = fc.integer({ min: 0, max: 100_000_000 }).map(cents);
const small = fc.integer({ min: 0, max: 100_000 }).map(cents);
const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const several = { minLength: 1, maxLength: 24 };
const lengths = fc.uniqueArray(fc.integer({ min: 1, max: 1440 }), several).map(sorted);
const someCurve: fc.Arbitrary<RateCurve> = fc.oneof(
  fc.constant<RateCurve>({ kind: 'static' }),
  money.map((start): RateCurve => ({ kind: 'linear', start })),
  fc
    .tuple(lengths, fc.array(money, { minLength: 24, maxLength: 24 }))
    .map(([minutes, prices]): RateCurve => {
      const rising = sorted(prices).map(cents);
      const steps = minutes.map((one, index) => ({
        minutes: one,
        price: rising[index] ?? cents(0),
      }));
      return { kind: 'stepwise', steps };
    }),
  fc
    .integer({ min: -5000, max: 5000 })
    .map((growth): RateCurve => ({ kind: 'exponential', growth: growth as BasisPoints })),
  fc.array(money, several).map((prices): RateCurve => ({ kind: 'moving', prices })),
  fc
    .array(money, several)
    .map((totals): RateCurve => ({ kind: 'moving_total', totals: sorted(totals).map(cents) })),
  fc.tuple(lengths, money).map(([from, price]): RateCurve => {
    const starts = [0, ...from.slice(0, 23)];
    const brackets = starts.map((one, index) => ({ from: one, price: cents(price % (index + 7)) }));
    return { kind: 'cumulative_time', brackets };
  }),
);
const someRate = fc
  .record({
    curve: someCurve,
    price: money,
    daily_min: fc.option(small),
    daily_max: fc.option(small),
  })
  .map(({ curve, ...more }) => rate(curve, more));
const someStay = fc.integer({ min: 0, max: 30 * 1440 });

describe('whatever the rate', () => {
  test('the contract accepts every generated curve', () => {
    fc.assert(fc.property(someCurve, (curve) => rateCurve.safeParse(curve).success));
  });

  test('a longer stay never costs less, and every price is whole cents and not negative', () => {
    fc.assert(
      fc.property(someRate, someStay, fc.integer({ min: 0, max: 3000 }), (of, length, more) => {
        const price = priceOfStay(of, length);
        expect(Number.isSafeInteger(price)).toBe(true);
        expect(price).toBeGreaterThanOrEqual(0);
        expect(priceOfStay(of, length + more)).toBeGreaterThanOrEqual(price);
      }),
      { numRuns: 2000 },
    );
  });

  test('a stay never costs more than the daily maximum for each started 24 hours', () => {
    fc.assert(
      fc.property(someRate, small, someStay, (of, daily_max, length) => {
        const days = Math.max(1, Math.ceil(length / 1440));
        expect(priceOfStay({ ...of, daily_max }, length)).toBeLessThanOrEqual(days * daily_max);
      }),
      { numRuns: 1000 },
    );
  });

  test('a stay of whole days costs that many times one day', () => {
    fc.assert(
      fc.property(someRate, fc.integer({ min: 1, max: 20 }), (of, days) => {
        expect(priceOfStay(of, days * 1440)).toBe(days * priceOfStay(of, 1440));
      }),
    );
  });
});
