import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Sql } from '../../../kernel/data/database.ts';
import type { ProcessorOrder, Within } from '../../../records/processor-orders.ts';
import { defineOrders } from '../../../records/processor-orders.ts';

/** The charge that the processor is, or was, asked to make. */
export interface ValetOrder extends ProcessorOrder {
  session_pk: number;
  key: string;
  amount: Cents;
  base_price: Cents | null;
  quoted_at: Instant;
  customer_ref: string;
  card_ref: string;
  asked_by: number;
  processor: string;
  /** Until when the driver can confirm it at their bank; null = not required. */
  confirm_by: Instant | null;
  spot_pk: number;
}

const columns = (sql: Sql) => sql`
  pk, session_pk, key, amount, base_price, quoted_at, state, customer_ref, card_ref, asked_by,
  processor, processor_ref, confirm_by, (
    select v.spot_pk from valet_sessions v
    where v.organization_id = valet_orders.organization_id and v.pk = session_pk) as spot_pk`;

export const valetOrders = defineOrders<ValetOrder, 'spot_pk'>({
  table: 'valet_orders',
  columns,
  owner: 'session_pk',
});

/** The order of a charge that a processor names. */
export async function findOrderOfCharge(
  sql: Sql,
  { processor, chargeRef }: { processor: string; chargeRef: string },
) {
  const [row] = await sql<(ValetOrder & { organization_id: number })[]>`
    select organization_id, ${columns(sql)} from valet_orders
    where processor_ref = ${chargeRef} and processor = ${processor}`;
  return row;
}

/** Records that a driver has to confirm an order by a given time; false = already known, or the order is settled. */
export async function keepConfirmBy(
  { tx, organizationId }: Within,
  { pk }: Pick<ValetOrder, 'pk'>,
  { chargeRef, confirmBy }: { chargeRef: string; confirmBy: Instant },
): Promise<boolean> {
  const changed = await tx`
    update valet_orders set processor_ref = ${chargeRef}, confirm_by = ${confirmBy}
    where organization_id = ${organizationId} and pk = ${pk} and state = 'sending' and confirm_by is null`;
  return changed.count > 0;
}

/** Expires the time for a driver to confirm an order. */
export async function endConfirmation(
  { tx, organizationId }: Within,
  { pk }: Pick<ValetOrder, 'pk'>,
  now: Instant,
): Promise<void> {
  await tx`
    update valet_orders set confirm_by = least(confirm_by, ${now}::timestamptz)
    where organization_id = ${organizationId} and pk = ${pk} and state = 'sending'`;
}
