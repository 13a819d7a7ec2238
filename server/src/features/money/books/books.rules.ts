import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatDate } from '@lotkeeper/contract/kernel/format';
import { cents, dollarsText } from '@lotkeeper/contract/kernel/money';
import type { BookLine } from '@lotkeeper/contract/money/books';
import { bookLineNames, bookLines } from '@lotkeeper/contract/money/books';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { rentalGroupNames, rentalGroups } from '@lotkeeper/contract/people/rentals';
import { Refusal } from '../../../kernel/refusal.ts';
import type { MoneyRow } from '../../../records/money/money-sums.ts';
import { sumRows } from '../../../records/money/revenue.ts';
import type { TaxShare } from '../taxes/public.ts';

/** A line of a journal; the tax of an authority has one of its own. */
export type JournalLineName = BookLine | `tax of ${string}`;
export type ByLine<Value> = Record<BookLine, Value> & Record<`tax of ${string}`, Value>;

export const toTaxLine = (authority: string) => `tax of ${authority}` as const;

/** Debits in cents by line; credits are negative. */
export type BookAmounts = ByLine<number>;

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
 * The debits of a property's rows. Revenue, penalties and refunds are without their tax, which is payable, to
 * authorities and to those that aren't known. The clearing account gets what drivers paid less what went off before the operator; it's computed from the totals and not as the
 * remainder, so that a line that misses something shows as an imbalance.
 */
function toAmounts(rows: readonly BookRow[], taxes: readonly TaxShare[]): BookAmounts {
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
  const payable = Object.fromEntries(
    [...Map.groupBy(taxes, ({ authority }) => authority)].map(([authority, shares]) => [
      authority === null ? 'tax' : toTaxLine(authority),
      shares.reduce((sum, { tax }) => sum - tax, 0),
    ]),
  );
  return {
    ...noAmounts,
    ...revenue,
    ...payable,
    penalties: total.penalty_tax - total.penalties,
    refunds: total.refunds + total.refund_tax,
    processing_fee: total.processing_fee,
    commission: total.commission,
    clearing: total.gross - total.refunds - total.processing_fee - total.commission,
  };
}

/** The lines that have an amount: in the order of the form, with authorities after other tax. */
export function listLines(amounts: BookAmounts): JournalLineName[] {
  const lines = Object.keys(amounts) as JournalLineName[];
  const authorities = lines.filter((line) => !(line in bookLines)).sort();
  return bookLineNames
    .flatMap((line) => (line === 'tax' ? [line, ...authorities] : [line]))
    .filter((line) => amounts[line] !== 0);
}

const isZero = (amounts: BookAmounts) => Object.values(amounts).every((amount) => amount === 0);

/** The sums of each property and day, and of payouts; what has no amounts is left out. */
export function buildSums(
  spots: readonly { pk: number; rows: readonly BookRow[]; taxes: readonly TaxShare[] }[],
  payouts: readonly { day: LocalDate; payout: number }[],
): BookSum[] {
  const earned = spots.flatMap(({ pk, rows, taxes }) => {
    const taxesByDay = Map.groupBy(taxes, ({ day }) => day);
    return [...Map.groupBy(rows, (row) => row.day)].map(([day, ofDay]) => ({
      spot: pk,
      day,
      amounts: toAmounts(ofDay, taxesByDay.get(day) ?? []),
    }));
  });
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
      const amounts = { ...noAmounts };
      for (const [sum, sign] of group) {
        for (const line of listLines(sum.amounts)) {
          amounts[line] = (amounts[line] ?? 0) + sign * (sum.amounts[line] ?? 0);
        }
      }
      return { spot, day, amounts };
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

/** The account of a line; an authority without one has that of tax payable. */
export const findAccount = (accounts: ByLine<string>, line: JournalLineName) =>
  accounts[line] ?? accounts.tax;

/** Whether a sum changes what is on any account: authorities may have the same one. */
export const isMoved = ({ amounts }: BookSum, accounts: ByLine<string>) =>
  [...Map.groupBy(listLines(amounts), (line) => findAccount(accounts, line)).values()].some(
    (lines) => lines.reduce((total, line) => total + (amounts[line] ?? 0), 0) !== 0,
  );

/** Refuses sums whose debits and credits differ, at any property on any day. */
export function requireBalance(
  sums: readonly BookSum[],
  names: ReadonlyMap<number | null, string>,
): void {
  for (const { spot, day, amounts } of sums) {
    const difference = Object.values(amounts).reduce((total, amount) => total + amount, 0);
    if (difference === 0) continue;
    const name = names.get(spot) ?? 'Payouts';
    throw new Refusal(
      'conflict',
      `The journal of ${name} on ${formatDate(day)} doesn’t balance: debits and credits differ by ${dollarsText(cents(difference))}. Nothing was exported.`,
    );
  }
}

/** The sum of all debits: equal to that of the credits. */
export const sumDebits = (sums: readonly BookSum[]) =>
  cents(
    sums.reduce(
      (total, { amounts }) =>
        total + Object.values(amounts).reduce((sum, amount) => sum + Math.max(0, amount), 0),
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
  Object.fromEntries(listLines(amounts).map((line) => [line, amounts[line]])),
];

export const fromStored = ([spot, day, debits]: StoredSum): BookSum => ({
  spot,
  day,
  amounts: { ...noAmounts, ...(debits as BookAmounts) },
});
