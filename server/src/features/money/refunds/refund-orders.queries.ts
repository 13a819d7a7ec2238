import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Sql } from '../../../kernel/data/database.ts';
import type { ProcessorOrder } from '../../../records/processor-orders.ts';
import { defineOrders } from '../../../records/processor-orders.ts';

/** The refund that the processor is, or was, asked to make. */
export interface RefundOrderRow extends ProcessorOrder {
  key: string;
  rental_pk: number;
  charge_ref: string;
  amount: Cents;
  asked_by: number;
  reason: string | null;
}

export const refundOrders = defineOrders<RefundOrderRow>({
  table: 'refund_orders',
  columns: (sql) => sql`
    pk, key, rental_pk, charge_ref, amount, asked_by, state, reason, processor_ref`,
  owner: 'rental_pk',
});

/** What drivers paid for a rental, minus what they got back. */
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
