import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import type { BookLine } from '@lotkeeper/contract/money/books';
import { bookLineNames } from '@lotkeeper/contract/money/books';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { rentalGroupNames, rentalGroups } from '@lotkeeper/contract/people/rentals';
import { Refusal } from '../../../kernel/refusal.ts';
import type { MoneyRow } from '../../../records/money-sums.ts';
import { sumRows } from '../../../records/revenue.ts';

/** Debits in cents by line; credits are negative. */
export type BookAmounts = Record<BookLine, number>;

/** What happened at a property, or to the organization's payouts (null), on a day or in a month by its first day. */
export interface BookSum {
  spot: number | null;
  day: LocalDate;
  amounts: BookAmounts;
}

export const bookMeasures = [
  'gross',
  'refunds',
  'tax',
  'processing_fee',
  'commission',
  'penalties',
  'penalty_tax',
  'refund_tax',
] as const;
export type BookRow = MoneyRow<
  (typeof bookMeasures)[number],
  { day: 'day'; rental_type: 'rental_type' }
>;

export const noAmounts = Object.fromEntries(bookLineNames.map((line) => [line, 0])) as BookAmounts;

const isInGroup = (group: (typeof rentalGroupNames)[number], type: ReportedType) =>
  (rentalGroups[group] as readonly string[]).includes(type);

/**
 * The debits of a property's rows. Revenue, penalties and refunds are without their tax, which is payable. The clearing
 * account gets what drivers paid less what went off before the operator; it's computed from the totals and not as the
 * remainder, so that a line that misses something shows as an imbalance.
 */
function toAmounts(rows: readonly BookRow[]): BookAmounts {
  const total = sumRows(rows, bookMeasures);
  const revenue = Object.fromEntries(
    rentalGroupNames.map((group) => {
      const sum = sumRows(
        rows.filter((row) => isInGroup(group, row.rental_type)),
        bookMeasures,
      );
      const tax = sum.tax - sum.refund_tax - sum.penalty_tax;
      return [group, tax - (sum.gross - sum.penalties)];
    }),
  ) as Record<(typeof rentalGroupNames)[number], number>;
  return {
    ...noAmounts,
    ...revenue,
    penalties: total.penalty_tax - total.penalties,
    refunds: total.refunds + total.refund_tax,
    // Subtracted, since -0 isn't 0 to everyone.
    tax: 0 - total.tax,
    processing_fee: total.processing_fee,
    commission: total.commission,
    clearing: total.gross - total.refunds - total.processing_fee - total.commission,
  };
}

const isZero = (amounts: BookAmounts) => bookLineNames.every((line) => amounts[line] === 0);

/** The sums of each property and day, and of payouts; what has no amounts is left out. */
export function buildSums(
  spots: readonly { pk: number; rows: readonly BookRow[] }[],
  payouts: readonly { day: LocalDate; payout: number }[],
): BookSum[] {
  const earned = spots.flatMap(({ pk, rows }) =>
    [...Map.groupBy(rows, (row) => row.day)].map(([day, ofDay]) => ({
      spot: pk,
      day,
      amounts: toAmounts(ofDay),
    })),
  );
  const paidOut = payouts.map(({ day, payout }) => ({
    spot: null,
    day,
    amounts: { ...noAmounts, payout, clearing: 0 - payout },
  }));
  return [...earned, ...paidOut].filter(({ amounts }) => !isZero(amounts));
}

/** Adds up sums, or with -1 subtracts the later ones, by property and day. */
function combine(sums: readonly (readonly [sum: BookSum, sign: 1 | -1])[]): BookSum[] {
  const groups = Map.groupBy(sums, ([{ spot, day }]) => `${spot} ${day}`);
  return [...groups.values()]
    .map((group) => {
      const [[{ spot, day }]] = group as [(typeof sums)[number]];
      const add = (line: BookLine) =>
        group.reduce((total, [{ amounts }, sign]) => total + sign * amounts[line], 0);
      const amounts = Object.fromEntries(bookLineNames.map((line) => [line, add(line)]));
      return { spot, day, amounts: amounts as BookAmounts };
    })
    .filter(({ amounts }) => !isZero(amounts));
}

/** What changed since the sums that were handed out, by property and month. */
export function findCorrections(now: readonly BookSum[], before: readonly BookSum[]): BookSum[] {
  const byMonth = (sum: BookSum): BookSum => ({
    ...sum,
    day: `${sum.day.slice(0, 7)}-01` as LocalDate,
  });
  return combine([
    ...now.map((sum) => [byMonth(sum), 1] as const),
    ...before.map((sum) => [byMonth(sum), -1] as const),
  ]);
}

/** Refuses sums whose debits and credits differ, at any property on any day. */
export function requireBalance(
  sums: readonly BookSum[],
  names: ReadonlyMap<number | null, string>,
): void {
  for (const { spot, day, amounts } of sums) {
    const difference = bookLineNames.reduce((total, line) => total + amounts[line], 0);
    if (difference === 0) continue;
    const name = names.get(spot) ?? 'Payouts';
    throw new Refusal(
      'conflict',
      `The journal of ${name} on ${day} doesn’t balance: debits and credits differ by ${dollarsText(cents(difference))}. Nothing was exported.`,
    );
  }
}

/** The sum of all debits: equal to that of the credits. */
export const sumDebits = (sums: readonly BookSum[]) =>
  cents(
    sums.reduce(
      (total, { amounts }) =>
        total + bookLineNames.reduce((sum, line) => sum + Math.max(0, amounts[line]), 0),
      0,
    ),
  );

/** A sum as the database keeps it: the property, the day, and the debits other than zero. */
export type StoredSum = readonly [
  spot: number | null,
  day: LocalDate,
  debits: Partial<BookAmounts>,
];

export const toStored = ({ spot, day, amounts }: BookSum): StoredSum => [
  spot,
  day,
  Object.fromEntries(
    bookLineNames.filter((line) => amounts[line] !== 0).map((line) => [line, amounts[line]]),
  ),
];

export const fromStored = ([spot, day, debits]: StoredSum): BookSum => ({
  spot,
  day,
  amounts: { ...noAmounts, ...debits },
});
