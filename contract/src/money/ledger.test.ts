import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BasisPoints } from '../kernel/money.ts';
import { cents, sum } from '../kernel/money.ts';
import type { EntryKind, Movement } from './ledger.ts';
import { computeAdjusted, computeCommission, splitUplift } from './ledger.ts';

const movement = (
  kind: EntryKind,
  split: Partial<Record<keyof Movement, number>> = {},
): Movement => ({
  kind,
  gross: cents(split.gross ?? 0),
  refund: cents(split.refund ?? 0),
  tax: cents(split.tax ?? 0),
  processing_fee: cents(split.processing_fee ?? 0),
});
const adjusted = (entry: Movement) => computeAdjusted({ ...entry, refunds: entry.refund });
const rate = (basisPoints: number) => basisPoints as BasisPoints;

describe('commission', () => {
  const taxed = movement('charge', { gross: 1000, tax: 80, processing_fee: 30 });
  const back = movement('refund', { refund: 1000, tax: -80 });

  test.each([
    ['10 % of 1000 − 80 tax − 30 fee = 890 is 89', taxed, 89],
    ['of a refund of 1000 with 80 tax: −1000 + 80 = −920 is −92', back, -92],
    ['of a penalty of 4500 is 450', movement('penalty', { gross: 4500 }), 450],
    ['of a payout is nothing', movement('payout'), 0],
    ['of 45 is 4 (4.5 → 4)', movement('charge', { gross: 45 }), 4],
    ['of 55 is 6 (5.5 → 6)', movement('charge', { gross: 55 }), 6],
  ])(
    'a ledger entry’s commission follows from its kind and amounts (%s)',
    (_, split, commission) => {
      expect(computeCommission(split, rate(1000))).toBe(commission);
    },
  );

  test('a full refund leaves nothing of any charge or its commission', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 0, max: 5000 }), (gross, part, at) => {
        const tax = part % (gross + 1);
        const charge = movement('charge', { gross, tax });
        const refund = movement('refund', { refund: gross, tax: -tax });
        expect(sum(adjusted(charge), adjusted(refund))).toBe(0);
        expect(sum(computeCommission(charge, rate(at)), computeCommission(refund, rate(at)))).toBe(
          0,
        );
      }),
    );
  });
});

describe('uplift', () => {
  const plain = { auto_started: false, marketed: false, base_price: null };
  const split = (kind: EntryKind, from: object, gross = 1000) =>
    splitUplift(movement(kind, kind === 'refund' ? { refund: gross } : { gross }), {
      ...plain,
      ...from,
    });

  const over = (base: number) => split('charge', { base_price: cents(base) });
  const everything = { auto_started: true, marketed: true, base_price: cents(1) };

  test.each([
    ['a plain charge brings none', split('charge', {}), [0, 0, 0]],
    [
      'an auto-started rental is enforcement',
      split('charge', { auto_started: true }),
      [1000, 0, 0],
    ],
    ['a penalty is enforcement', split('penalty', {}), [1000, 0, 0]],
    ['an aggregator is marketing', split('charge', { marketed: true }), [0, 1000, 0]],
    ['1000 over a base of 800 is 200 of dynamic pricing', over(800), [0, 0, 200]],
    ['1000 under a base of 1200 is 0, not −200', over(1200), [0, 0, 0]],
    ['a penalty has no dynamic price', split('penalty', { base_price: cents(1) }), [1000, 0, 0]],
    ['a refund carries none', split('refund', everything), [0, 0, 0]],
  ])('%s', (_, uplift, [enforcement, marketing, dynamic_pricing]) => {
    expect(uplift).toEqual({ enforcement, marketing, dynamic_pricing });
  });
});
