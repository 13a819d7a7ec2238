import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { computeAdjusted, computeNet } from '@lotkeeper/contract/ledger';
import type { ReportedType } from '@lotkeeper/contract/reported-types';
import { typesReportedAs } from '@lotkeeper/contract/reported-types';
import type { Fragment, Sql } from '../kernel/data/database.ts';
import { closedBefore } from './closed-months.ts';
import type { DaySpan } from './day-spans.ts';

/** What a property earned on a day, or in a month by its first day; amounts in cents. */
export interface RevenueRow {
  local_date: LocalDate;
  gross: number;
  refunds: number;
  refund_count: number;
  tax: number;
  processing_fee: number;
  commission: number;
  rentals: number;
}

/** The dates of a span in a rollup, with all types together or one: behind every page that shows revenue by day or month. */
export const revenueRows = (
  sql: Sql,
  table: 'revenue_days' | 'revenue_months',
  at: { organizationId: number; spotPk: number },
  { from, to, type }: DaySpan & { type?: ReportedType | undefined },
): Fragment => sql`
  select local_date, sum(gross)::bigint as gross, sum(refunds)::bigint as refunds,
    sum(refund_count)::bigint as refund_count, sum(tax)::bigint as tax,
    sum(processing_fee)::bigint as processing_fee, sum(commission)::bigint as commission,
    sum(rentals)::bigint as rentals
  from ${sql.identifier(table)}
  where organization_id = ${at.organizationId} and spot_pk = ${at.spotPk}
    and local_date between ${from} and ${to}
    ${type ? sql`and rental_type = any (${[...typesReportedAs(type)]}::text[])` : sql``}
  group by local_date`;

/** Net revenue of a row of any rollup, or of one joined with tables that have no such columns. `computeNet` is the same in TypeScript. */
export const netRevenue = (sql: Sql): Fragment =>
  sql`(gross - refunds - tax - processing_fee - commission)`;

/** Rows whose sums are everything that was earned: the closed months, and each month that is still open. */
export const lifetimeRevenue = (sql: Sql, filter: Fragment): Fragment => {
  const columns = sql`gross, refunds, tax, processing_fee, commission, enforcement, enforcement_count,
    marketing, dynamic_pricing`;
  return sql`(
    select ${columns} from revenue_closed_months where ${filter}
    union all
    select ${columns} from revenue_months where ${filter} and local_date >= ${closedBefore(sql)}) lifetime`;
};

export function sumRevenue(rows: readonly RevenueRow[]) {
  const all = {
    gross: 0,
    refunds: 0,
    refund_count: 0,
    tax: 0,
    processing_fee: 0,
    commission: 0,
    rentals: 0,
  };
  for (const row of rows) {
    all.gross += row.gross;
    all.refunds += row.refunds;
    all.refund_count += row.refund_count;
    all.tax += row.tax;
    all.processing_fee += row.processing_fee;
    all.commission += row.commission;
    all.rentals += row.rentals;
  }
  return { ...all, adjusted: computeAdjusted(all), net: computeNet(all) };
}
