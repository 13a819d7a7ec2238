import type { FigureMeasure } from '@lotkeeper/contract/money/figures';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import type { MoneyMeasure } from '../../../records/money/money-sums.ts';
import { filterRows, rollupMeasures, sumMoney } from '../../../records/money/money-sums.ts';
import type { RevenueScope } from '../../../records/money/revenue.ts';
import { taxDifference } from '../../../records/operations/place-taxes.ts';
import type { EntryFilters, EntryQuestion } from './figures.rules.ts';

/** Measures of entries at properties: all but those that include payouts. */
export type EntryMeasure = Exclude<FigureMeasure, 'paid_out' | 'owed'>;
/** Those with sums by day; tax is compared with the rates entry by entry. */
export type SummedMeasure = Exclude<EntryMeasure, 'tax_difference'>;

/** The part of a measure that the entries of properties add up to; null = none. */
export function measureOfSpots(measure: FigureMeasure): EntryMeasure | null {
  if (measure === 'owed') return 'net';
  return measure === 'paid_out' ? null : measure;
}

/** How many entries a measure has, and how to select these entries `e`. */
interface Counted {
  count: MoneyMeasure;
  entries: string;
}

const ofAll: Counted = { count: 'entry_count', entries: 'true' };
const buildUplift = (name: 'enforcement' | 'marketing' | 'dynamic_pricing'): Counted => ({
  count: `${name}_count`,
  entries: `e.${name} <> 0`,
});

const counts: Record<SummedMeasure, Counted> = {
  gross: { count: 'charge_count', entries: `e.kind <> 'refund'` },
  penalties: { count: 'penalty_count', entries: `e.kind = 'penalty'` },
  refunds: { count: 'refund_count', entries: `e.kind = 'refund'` },
  tax: ofAll,
  processing_fee: ofAll,
  adjusted: ofAll,
  commission: ofAll,
  net: ofAll,
  enforcement: buildUplift('enforcement'),
  marketing: buildUplift('marketing'),
  dynamic_pricing: buildUplift('dynamic_pricing'),
  rentals: { count: 'rentals', entries: 'e.rentals = 1' },
};

/** SQL for the sum of a measure at property `s` from a rollup, and for its number of entries. */
export const sumMeasure = (
  sql: Sql,
  scope: RevenueScope,
  measure: SummedMeasure,
  question: EntryQuestion,
): Fragment => {
  const { count } = counts[measure];
  const { start_date: from, end_date: to, ...filters } = question;
  const measures = [...new Set([measure, count])];
  return sql`
    select ${sql.identifier(measure)} as amount, ${sql.identifier(count)} as count
    from (${sumMoney(sql, scope, { measures, span: { from, to }, filters })}) sums`;
};

/** SQL for what ledger entry `e` adds to a measure: the same columns, except that it has a single `refund`. */
export function entryAmount(sql: Sql, measure: FigureMeasure): Fragment {
  if (measure === 'tax_difference') return sql.unsafe(taxDifference.amount);
  const amount = {
    ...rollupMeasures,
    penalties: 'gross',
    paid_out: 'payout',
    owed: `${rollupMeasures.net} - payout`,
  }[measure];
  return sql.unsafe(`(${amount.replaceAll(/\w+/g, 'e.$&').replace('refunds', 'refund')})::bigint`);
}

/** The conditions of a question for ledger entry `e`, except its discount code. */
export const entryFilters = (sql: Sql, measure: EntryMeasure, filters: EntryFilters): Fragment =>
  sql`${sql.unsafe((measure === 'tax_difference' ? taxDifference : counts[measure]).entries)} ${filterRows(sql, filters, 'e.')}`;
