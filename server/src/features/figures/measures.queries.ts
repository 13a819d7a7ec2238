import type { FigureMeasure } from '@lotkeeper/contract/figures';
import type { Fragment, Sql } from '../../kernel/data/database.ts';
import { toWeekday } from '../../kernel/data/weekday.ts';
import { netRevenue } from '../../records/revenue.ts';
import type { EntryFilters } from './figures.rules.ts';
import { listTypes } from './figures.rules.ts';

/** Measures of entries at properties: all but those that payouts are a part of. */
export type EntryMeasure = Exclude<FigureMeasure, 'paid_out' | 'owed'>;

/** What of a measure the entries of properties add to; null = nothing. */
export function measureOfSpots(measure: FigureMeasure): EntryMeasure | null {
  if (measure === 'owed') return 'net';
  return measure === 'paid_out' ? null : measure;
}

/** What a row of a rollup adds to a measure, and of how many entries. */
export const sumRollupRow = (
  sql: Sql,
  measure: EntryMeasure,
): { amount: Fragment; count: Fragment } => {
  const all = sql`entry_count`;
  return {
    gross: () => ({ amount: sql`gross`, count: sql`entry_count - refund_count` }),
    // No rollup has them: chooseRollup answers null.
    penalties: () => ({ amount: sql`0`, count: sql`0` }),
    refunds: () => ({ amount: sql`refunds`, count: sql`refund_count` }),
    tax: () => ({ amount: sql`tax`, count: all }),
    processing_fee: () => ({ amount: sql`processing_fee`, count: all }),
    adjusted: () => ({ amount: sql`gross - refunds - tax - processing_fee`, count: all }),
    commission: () => ({ amount: sql`commission`, count: all }),
    net: () => ({ amount: netRevenue(sql), count: all }),
    enforcement: () => ({ amount: sql`enforcement`, count: sql`enforcement_count` }),
    marketing: () => ({ amount: sql`marketing`, count: sql`marketing_count` }),
    dynamic_pricing: () => ({ amount: sql`dynamic_pricing`, count: sql`dynamic_pricing_count` }),
    rentals: () => ({ amount: sql`rentals`, count: sql`rentals` }),
  }[measure]();
};

/** What ledger entry `e` adds to a measure. */
export const entryAmount = (sql: Sql, measure: FigureMeasure): Fragment =>
  ({
    gross: () => sql`e.gross`,
    penalties: () => sql`e.gross`,
    refunds: () => sql`e.refund`,
    tax: () => sql`e.tax`,
    processing_fee: () => sql`e.processing_fee`,
    adjusted: () => sql`(e.gross - e.refund - e.tax - e.processing_fee)`,
    commission: () => sql`e.commission`,
    net: () => sql`(e.gross - e.refund - e.tax - e.processing_fee - e.commission)`,
    enforcement: () => sql`e.enforcement`,
    marketing: () => sql`e.marketing`,
    dynamic_pricing: () => sql`e.dynamic_pricing`,
    rentals: () => sql`e.rentals::bigint`,
    paid_out: () => sql`e.payout`,
    owed: () => sql`(e.gross - e.refund - e.tax - e.processing_fee - e.commission - e.payout)`,
  })[measure]();

/** Whether ledger entry `e` is one that a measure counts. */
const isMeasured = (sql: Sql, measure: EntryMeasure): Fragment =>
  ({
    gross: () => sql`e.kind <> 'refund'`,
    penalties: () => sql`e.kind = 'penalty'`,
    refunds: () => sql`e.kind = 'refund'`,
    tax: () => sql`true`,
    processing_fee: () => sql`true`,
    adjusted: () => sql`true`,
    commission: () => sql`true`,
    net: () => sql`true`,
    enforcement: () => sql`e.enforcement <> 0`,
    marketing: () => sql`e.marketing <> 0`,
    dynamic_pricing: () => sql`e.dynamic_pricing <> 0`,
    rentals: () => sql`e.rentals = 1`,
  })[measure]();

const typeFilter = (sql: Sql, filters: EntryFilters) => {
  const types = listTypes(filters);
  return types ? sql`and rental_type = any (${[...types]}::text[])` : sql``;
};

const weekdayFilter = (sql: Sql, { weekday }: EntryFilters, date: Fragment) =>
  weekday === undefined ? sql`` : sql`and ${toWeekday(sql, date)} = ${weekday}`;

/** What a question asks of the rows of a rollup, as far as its keys know it. */
export const rollupFilters = (
  sql: Sql,
  table: 'revenue_hours' | 'revenue_sources' | 'revenue_days' | 'revenue_months',
  filters: EntryFilters,
): Fragment => sql`
  ${table === 'revenue_months' ? sql`` : weekdayFilter(sql, filters, sql`local_date`)}
  ${table === 'revenue_sources' ? sql`and source = ${filters.source ?? ''}` : typeFilter(sql, filters)}
  ${table === 'revenue_hours' ? sql`and local_hour = ${filters.hour ?? 0}` : sql``}`;

/** What a question asks of ledger entry `e`, but for its discount code. */
export const entryFilters = (sql: Sql, measure: EntryMeasure, filters: EntryFilters): Fragment => {
  const { source, hour } = filters;
  return sql`
    ${isMeasured(sql, measure)} ${typeFilter(sql, filters)} ${weekdayFilter(sql, filters, sql`e.local_date`)}
    ${source === undefined ? sql`` : sql`and e.source = ${source}`}
    ${hour === undefined ? sql`` : sql`and e.local_hour = ${hour}`}`;
};
