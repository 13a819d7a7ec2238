import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BookLine } from '@lotkeeper/contract/money/books';
import { rentalGroupNames, rentalGroups } from '@lotkeeper/contract/people/rentals';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { must } from '../../../kernel/must.ts';
import { divideTaxes } from '../taxes/public.ts';
import type { BookAmounts, BookRow, BookSum, ByLine } from './books.rules.ts';
import {
  buildSums,
  findCorrections,
  fromStored,
  isMoved,
  listLines,
  noAmounts,
  requireBalance,
  sumDebits,
  toStored,
} from './books.rules.ts';

const june = '2026-06-01' as LocalDate;

/** A ledger of any kind: charges, penalties, refunds, and parts that no sane processor would send. */
const anyRow = fc
  .record({
    day: fc.constantFrom(june, '2026-07-01' as LocalDate),
    rental_type: fc.constantFrom(
      'hourly',
      'daily',
      'flat_rate',
      'monthly',
      'enterprise',
      'bulk_rental',
    ),
    charges: fc.nat(10_000_000),
    penalties: fc.nat(1_000_000),
    refunds: fc.nat(10_000_000),
    tax: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    processing_fee: fc.integer({ min: -1000, max: 1_000_000 }),
    commission: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    penalty_tax: fc.nat(100_000),
    refund_tax: fc.integer({ min: -1_000_000, max: 0 }),
  })
  .map(({ charges, ...row }): BookRow => ({ ...row, gross: charges + row.penalties }));
/** Rates of up to three authorities; some change or end. */
const anyRates = fc.array(
  fc.record({
    authority: fc.constantFrom('City', 'County', 'State'),
    starts_on: fc.constantFrom('2026-01-01' as LocalDate, '2026-06-01' as LocalDate),
    rate: fc.constantFrom(0, 1, 4625, 5000, 9999),
    rental_groups: fc.subarray(['transient', 'monthly', 'enterprise'] as const),
    on_taxes: fc.boolean(),
    above: fc.constantFrom(0, 1000),
    min_days: fc.constantFrom(1, 2),
    max_days: fc.constantFrom(null, 7),
    may_be_exempt: fc.boolean(),
  }),
  { maxLength: 6 },
);
const anyLedger = fc.tuple(
  fc.array(fc.array(anyRow, { maxLength: 8 }), { maxLength: 6 }),
  fc.array(fc.integer({ min: -1_000_000, max: 1_000_000_000 }), { maxLength: 4 }),
  anyRates,
);
type Ledger = typeof anyLedger extends fc.Arbitrary<infer Value> ? Value : never;

/** Of sums of entries nobody knows the prices. */
const noDetails = { count: null, price: null, days: null };

const toSums = ([spots, payouts, rates]: Ledger) =>
  buildSums(
    spots.map((rows, index) => {
      const taken = rows.map((row, index) => {
        const rental_group = rentalGroupNames.find((name) =>
          (rentalGroups[name] as readonly string[]).includes(row.rental_type),
        );
        const single = index % 2 === 0 ? { count: 1, price: 900 * index, days: index } : noDetails;
        return { ...row, ...single, rental_group: must(rental_group, 'group'), period: index % 3 };
      });
      return { pk: index + 1, rows, taxes: divideTaxes(taken, rates) };
    }),
    payouts.map((payout, index) => ({ day: `2026-06-0${index + 1}` as LocalDate, payout })),
  );

/** All amounts by line; authorities with nothing are left out. */
function add(sums: readonly BookSum[]): BookAmounts {
  const total = { ...noAmounts };
  for (const { amounts } of sums) {
    for (const line of listLines(amounts)) total[line] = (total[line] ?? 0) + (amounts[line] ?? 0);
  }
  return Object.fromEntries(listLines(total).map((line) => [line, total[line]])) as BookAmounts;
}
const sumTaxes = (amounts: BookAmounts) =>
  listLines(amounts)
    .filter((line) => line.startsWith('tax'))
    .reduce((sum, line) => sum + (amounts[line] ?? 0), 0);

test('the journals of any ledger balance, at each property and in all', () => {
  fc.assert(
    fc.property(anyLedger, (ledger) => {
      const sums = toSums(ledger);
      requireBalance(sums, new Map());
      const total = add(sums);
      expect(Object.values(total).reduce((sum, amount) => sum + amount, 0)).toBe(0);
      const credits = sums.flatMap(({ amounts }) => Object.values(amounts)).filter((a) => a < 0);
      expect(sumDebits(sums)).toBe(credits.reduce((sum, amount) => sum - amount, 0));
    }),
  );
});

test('the lines of any ledger add up to its sums', () => {
  fc.assert(
    fc.property(anyLedger, (ledger) => {
      const [spots, payouts] = ledger;
      const total = { ...noAmounts, ...add(toSums(ledger)) };
      const sum = (name: keyof BookRow) =>
        spots.flat().reduce((value, row) => value + Number(row[name]), 0);
      const revenue: BookLine[] = ['transient', 'monthly', 'enterprise', 'penalties'];
      const credited = revenue.reduce((value, line) => value - total[line], 0);
      expect(credited).toBe(sum('gross') - (sum('tax') - sum('refund_tax')));
      expect(total.refunds).toBe(sum('refunds') + sum('refund_tax'));
      expect(sumTaxes(total)).toBe(0 - sum('tax'));
      const sent = payouts.reduce((value, payout) => value + payout, 0);
      const net =
        sum('gross') - sum('refunds') - sum('tax') - sum('processing_fee') - sum('commission');
      // What is left at the clearing account is what wasn't paid out, and the tax.
      expect(total.clearing).toBe(net + sum('tax') - sent);
    }),
  );
});

test('an export with its corrections equals a later export of the same months', () => {
  fc.assert(
    fc.property(anyLedger, anyLedger, anyLedger, (first, second, third) => {
      const sums = [toSums(first), toSums(second), toSums(third)] as const;
      const corrections = findCorrections(sums[1], sums[0]);
      const again = findCorrections(sums[2], [...sums[0], ...corrections]);
      requireBalance([...corrections, ...again], new Map());
      expect(add([...sums[0], ...corrections])).toEqual(add(sums[1]));
      expect(add([...sums[0], ...corrections, ...again])).toEqual(add(sums[2]));
      expect(findCorrections(sums[2], [...sums[0], ...corrections, ...again])).toEqual([]);
    }),
  );
});

test('sums that don’t balance are refused in words', () => {
  const sum = { spot: 7, day: june, amounts: { ...noAmounts, tax: -150, clearing: 100 } };
  expect(() => requireBalance([sum], new Map([[7, 'Rooftop']]))).toThrow(
    'The journal of Rooftop on Jun 1, 2026 doesn’t balance: debits and credits differ by -$0.50. Nothing was exported.',
  );
});

test('a sum is the same after it was stored', () => {
  fc.assert(
    fc.property(anyLedger, (ledger) => {
      const stored = toSums(ledger).map(toStored);
      expect(JSON.parse(JSON.stringify(stored)).map(fromStored).map(toStored)).toEqual(stored);
    }),
  );
});

/*
 * The example of docs/money.md, Books, by hand. Amounts in cents:
 *   1 charge  1080, tax  80, fee 31, commission  97
 *   2 refund  1080, tax −80,          commission −100
 *   3 charge  2592, tax 192, fee 75, commission 232
 *   4 penalty 4500,          fee 130, commission 437
 *   5 charge  1620, tax 120,          commission 150
 * transient 5292 − 392 of tax = 4900; penalties 4500; refunds 1080 − 80 = 1000; tax 392 − 80 = 312;
 * clearing 9792 − 1080 − 236 − 816 = 7660, which is the net of 7348 and the tax of 312.
 */
test('the example of the docs has the journal that was added up by hand', () => {
  const row: BookRow = {
    day: june,
    rental_type: 'hourly',
    gross: 9792,
    refunds: 1080,
    tax: 312,
    processing_fee: 236,
    commission: 816,
    penalties: 4500,
    penalty_tax: 0,
    refund_tax: -80,
  };
  const taxes = [{ day: june, authority: null, tax: 312 }];
  const [earned, paidOut] = buildSums(
    [{ pk: 1, rows: [row], taxes }],
    [{ day: june, payout: 7348 }],
  );
  expect(earned?.amounts).toEqual({
    ...noAmounts,
    transient: -4900,
    penalties: -4500,
    refunds: 1000,
    tax: -312,
    processing_fee: 236,
    commission: 816,
    clearing: 7660,
  });
  expect(paidOut?.amounts).toEqual({ ...noAmounts, payout: 7348, clearing: -7348 });
});

test('lines that cancel each other on one account move nothing', () => {
  const amounts = { ...noAmounts, 'tax of City': 481, 'tax of State': -481 };
  const sum = { spot: 1, day: june, amounts };
  const shared = { tax: '2200', 'tax of City': '2200' } as unknown as ByLine<string>;
  expect(isMoved(sum, shared)).toBe(false);
  expect(isMoved(sum, { ...shared, 'tax of State': '2220' })).toBe(true);
});
