import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Sql } from '../../kernel/data/database.ts';
import type { ProcessorOrder, Within } from '../../records/processor-orders.ts';
import { defineOrders } from '../../records/processor-orders.ts';

/** What the processor is, or was, asked to pay back. */
export interface RefundOrderRow extends ProcessorOrder {
  key: string;
  rental_pk: number;
  charge_ref: string;
  amount: Cents;
  asked_by: number;
  reason: string | null;
}

const columns = (sql: Sql) => sql`
  pk, key, rental_pk, charge_ref, amount, asked_by, state, reason, processor_ref`;

export const refundOrders = defineOrders<RefundOrderRow>({
  table: (sql) => sql`refund_orders`,
  columns,
  claimMs: minuteMs,
});

export async function readRefundOrder({ tx, organizationId }: Within, key: string) {
  const [row] = await tx<RefundOrderRow[]>`
    select ${columns(tx)} from refund_orders
    where organization_id = ${organizationId} and key = ${key}`;
  return row;
}

/** Whether a refund of a rental is being sent; there is never more than one. */
export async function hasUnsettledRefund(
  { tx, organizationId }: Within,
  rentalPk: number,
): Promise<boolean> {
  const rows = await tx`
    select pk from refund_orders
    where organization_id = ${organizationId} and rental_pk = ${rentalPk} and state = 'sending'`;
  return rows.length > 0;
}

/** What drivers paid for a rental, less what they got back. */
export async function readRentalBalance(
  sql: Sql,
  organizationId: number,
  rentalPk: number,
): Promise<Cents> {
  const [row] = await sql<[{ left: Cents }]>`
    select coalesce(sum(gross) - sum(refund), 0)::bigint as left from ledger_entries
    where organization_id = ${organizationId} and rental_pk = ${rentalPk}`;
  return row.left;
}

/** The rental that a call names. */
export const selectRental = (
  sql: Sql,
  { organizationId, spotPk }: { organizationId: number; spotPk: number },
  name: string,
) => sql<{ pk: number }[]>`
  select pk from rentals
  where organization_id = ${organizationId} and spot_pk = ${spotPk}
    and ${/^\d+$/.test(name) ? sql`pk = ${Number(name)}` : sql`uuid = ${name}`}`;

/** Refunds at a processor that nobody is asking about, the oldest first. */
export const listUnsettledRefunds = (sql: Sql, processor: string, now: Instant) =>
  sql<{ organization_id: number; pk: number }[]>`
    select organization_id, pk from refund_orders
    where state = 'sending' and processor = ${processor} and coalesce(claimed_until <= ${now}, true)
    order by created_at, pk limit 100`;
