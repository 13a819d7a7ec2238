import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { RentalType } from '@lotkeeper/contract/rentals';
import type { Fragment, Sql } from '../kernel/database.ts';

/** What a property earned with one rental type on a day, or in a month by its first day; amounts in cents. */
export interface RevenueRow {
  local_date: LocalDate;
  rental_type: RentalType;
  gross: number;
  refunds: number;
  refund_count: number;
  tax: number;
  processing_fee: number;
  commission: number;
  rentals: number;
}

/** Two days, both included. */
export interface DaySpan {
  from: LocalDate;
  to: LocalDate;
}

/** The rows of a rollup in a span: the one read behind every page that shows a property's revenue by day or month. */
export const revenueRows = (
  sql: Sql,
  table: 'revenue_days' | 'revenue_months',
  at: { organizationId: number; spotPk: number },
  span: DaySpan,
): Fragment => sql`
  select local_date, rental_type, gross, refunds, refund_count, tax, processing_fee, commission, rentals
  from ${sql(table)}
  where organization_id = ${at.organizationId} and spot_pk = ${at.spotPk}
    and local_date between ${span.from} and ${span.to}`;

/** What the rows come to. */
export function sumRevenue(rows: readonly RevenueRow[]) {
  const all = { gross: 0, refunds: 0, refund_count: 0, tax: 0, fee: 0, commission: 0, rentals: 0 };
  for (const row of rows) {
    all.gross += row.gross;
    all.refunds += row.refunds;
    all.refund_count += row.refund_count;
    all.tax += row.tax;
    all.fee += row.processing_fee;
    all.commission += row.commission;
    all.rentals += row.rentals;
  }
  const adjusted = all.gross - all.refunds - all.tax - all.fee;
  return { ...all, adjusted, net: adjusted - all.commission };
}
