import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LocalDate } from '../kernel/calendar.ts';
import type { BasisPoints } from '../kernel/money.ts';
import { cents, sum } from '../kernel/money.ts';
import type { CommissionBase } from '../platform/organization-terms.ts';
import { commissionBaseNames } from '../platform/organization-terms.ts';
import type { CommissionTerms, EntryKind, Movement } from './ledger.ts';
import { computeAdjusted, computeCommission, listCommissionBases, splitUplift } from './ledger.ts';

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
const day = (text: string) => text as LocalDate;
/** Terms with one base from the beginning. */
const terms = (base: CommissionBase, basisPoints = 1000): CommissionTerms => ({
  rate: basisPoints as BasisPoints,
  bases: [{ starts_on: day('2020-01-01'), base }],
});
const today = day('2026-06-15');

describe('commission', () => {
  const taxed = movement('charge', { gross: 1000, tax: 80, processing_fee: 30 });
  const back = movement('refund', { refund: 1000, tax: -80 });

  test.each([
    ['10 % of 1000 gross is 100', 'gross', taxed, 100],
    ['10 % of 1000 − 80 tax is 92', 'gross_less_tax', taxed, 92],
    ['10 % of 1000 − 80 tax − 30 fee = 890 is 89', 'adjusted', taxed, 89],
    ['a refund of 1000 gives back 100', 'gross', back, -100],
    ['a refund of 1000 with 80 tax gives back 92', 'gross_less_tax', back, -92],
    ['a refund of 1000 with 80 tax gives back 92', 'adjusted', back, -92],
    ['of a penalty of 4500 is 450', 'gross', movement('penalty', { gross: 4500 }), 450],
    ['of a payout is nothing', 'gross', movement('payout'), 0],
    ['of 45 is 4 (4.5 → 4)', 'adjusted', movement('charge', { gross: 45 }), 4],
    ['of 55 is 6 (5.5 → 6)', 'gross', movement('charge', { gross: 55 }), 6],
  ] as const)(
    'a ledger entry’s commission follows from its kind, its amounts and the base (%s)',
    (_, base, split, commission) => {
      expect(computeCommission(split, terms(base), today)).toBe(commission);
    },
  );

  test('a base holds from its day on, and before the first it’s gross revenue', () => {
    const { rate } = terms('gross');
    const bases = [
      { starts_on: day('2026-01-01'), base: 'adjusted' },
      { starts_on: day('2026-06-15'), base: 'gross_less_tax' },
    ] as const;
    const on = (text: string) => computeCommission(taxed, { rate, bases }, day(text));
    const days = ['2025-12-31', '2026-01-01', '2026-06-14', '2026-06-15'];
    expect(days.map(on)).toEqual([100, 89, 89, 92]);
    expect(computeCommission(taxed, { rate, bases: [] }, today)).toBe(100);
  });

  test('the bases of some days are those in force, each from its day on', () => {
    const bases = [
      { starts_on: day('2026-01-01'), base: 'adjusted' },
      { starts_on: day('2026-06-15'), base: 'adjusted' },
      { starts_on: day('2026-07-01'), base: 'gross' },
    ] as const;
    const list = (start_date: string, end_date: string) =>
      listCommissionBases(bases, { start_date: day(start_date), end_date: day(end_date) });
    expect(list('2026-06-01', '2026-06-30')).toEqual([{ base: 'adjusted', from: null }]);
    expect(list('2026-06-30', '2026-07-01')).toEqual([
      { base: 'adjusted', from: null },
      { base: 'gross', from: '2026-07-01' },
    ]);
    expect(list('2026-07-01', '2026-07-31')).toEqual([{ base: 'gross', from: null }]);
    expect(list('2025-12-31', '2025-12-31')).toEqual([{ base: 'gross', from: null }]);
  });

  test('a full refund leaves nothing of any charge or its commission, but what the processor keeps', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 });
    const base = fc.constantFrom(...commissionBaseNames);
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.integer({ min: 0, max: 5000 }),
        base,
        (gross, part, at, on) => {
          const tax = part % (gross + 1);
          const charge = movement('charge', { gross, tax });
          const refund = movement('refund', { refund: gross, tax: -tax });
          expect(sum(adjusted(charge), adjusted(refund))).toBe(0);
          const [paid, returned] = [charge, refund].map((entry) =>
            computeCommission(entry, terms(on, at), today),
          );
          expect(sum(paid ?? cents(0), returned ?? cents(0))).toBe(0);
        },
      ),
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
