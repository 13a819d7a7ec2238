import type { FigureMeasure } from '@lotkeeper/contract/money/figures';
import { isOfOrganization } from '@lotkeeper/contract/money/figures';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { toWeekday } from '../../../kernel/data/weekday.ts';
import type { chooseRollup, EntryFilters } from './figures.rules.ts';
import { listTypes } from './figures.rules.ts';

/** Measures of entries at properties: all but those that payouts are a part of. */
export type EntryMeasure = Exclude<FigureMeasure, 'paid_out' | 'owed'>;

/** What of a measure the entries of properties add to; null = nothing. */
export function measureOfSpots(measure: FigureMeasure): EntryMeasure | null {
  if (measure === 'owed') return 'net';
  return measure === 'paid_out' ? null : measure;
}

/** What a row of a rollup adds to a measure, of how many entries that is, and which entries `e` count. */
interface Summed {
  amount: string;
  count: string;
  entries: string;
}

const adjusted = 'gross - refunds - tax - processing_fee';
const net = `${adjusted} - commission`;
const ofAll = (amount: string): Summed => ({ amount, count: 'entry_count', entries: 'true' });
const ofUplift = (name: string): Summed => ({
  amount: name,
  count: `${name}_count`,
  entries: `e.${name} <> 0`,
});

const measures: Record<EntryMeasure, Summed> = {
  gross: { amount: 'gross', count: 'entry_count - refund_count', entries: `e.kind <> 'refund'` },
  // No rollup has them: chooseRollup answers null.
  penalties: { amount: 'gross', count: '0', entries: `e.kind = 'penalty'` },
  refunds: { amount: 'refunds', count: 'refund_count', entries: `e.kind = 'refund'` },
  tax: ofAll('tax'),
  processing_fee: ofAll('processing_fee'),
  adjusted: ofAll(adjusted),
  commission: ofAll('commission'),
  net: ofAll(net),
  enforcement: ofUplift('enforcement'),
  marketing: ofUplift('marketing'),
  dynamic_pricing: ofUplift('dynamic_pricing'),
  rentals: { amount: 'rentals', count: 'rentals', entries: 'e.rentals = 1' },
};

/** What a row of a rollup adds to a measure, and of how many entries. */
export const rollupColumns = (sql: Sql, measure: EntryMeasure): Fragment =>
  sql.unsafe(`${measures[measure].amount} as amount, ${measures[measure].count} as count`);

/** What ledger entry `e` adds to a measure: by the same columns, but that it has one `refund`. */
export function entryAmount(sql: Sql, measure: FigureMeasure): Fragment {
  const payoutMeasures = { paid_out: 'payout', owed: `${net} - payout` };
  const amount = isOfOrganization(measure) ? payoutMeasures[measure] : measures[measure].amount;
  return sql.unsafe(`(${amount.replaceAll(/\w+/g, 'e.$&').replace('refunds', 'refund')})::bigint`);
}

const typeFilter = (sql: Sql, filters: EntryFilters) => {
  const types = listTypes(filters);
  return types ? sql`and rental_type = any (${[...types]}::text[])` : sql``;
};

const weekdayFilter = (sql: Sql, { weekday }: EntryFilters, date: Fragment) =>
  weekday === undefined ? sql`` : sql`and ${toWeekday(sql, date)} = ${weekday}`;

/** What a question asks of the rows of a rollup, as far as its keys know it. */
export const rollupFilters = (
  sql: Sql,
  table: NonNullable<ReturnType<typeof chooseRollup>>,
  filters: EntryFilters,
): Fragment => sql`
  ${weekdayFilter(sql, filters, sql`local_date`)}
  ${table === 'revenue_sources' ? sql`and source = ${filters.source ?? ''}` : typeFilter(sql, filters)}
  ${table === 'revenue_hours' ? sql`and local_hour = ${filters.hour ?? 0}` : sql``}`;

/** What a question asks of ledger entry `e`, but for its discount code. */
export const entryFilters = (sql: Sql, measure: EntryMeasure, filters: EntryFilters): Fragment => {
  const { source, hour } = filters;
  return sql`
    ${sql.unsafe(measures[measure].entries)} ${typeFilter(sql, filters)} ${weekdayFilter(sql, filters, sql`e.local_date`)}
    ${source === undefined ? sql`` : sql`and e.source = ${source}`}
    ${hour === undefined ? sql`` : sql`and e.local_hour = ${hour}`}`;
};
