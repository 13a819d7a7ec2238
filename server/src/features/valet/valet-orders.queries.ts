import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Sql } from '../../kernel/data/database.ts';
import type { ProcessorOrder, Within } from '../../records/processor-orders.ts';
import { defineOrders } from '../../records/processor-orders.ts';

/** What the processor is, or was, asked to take from a driver's card. */
export interface ValetOrder extends ProcessorOrder {
  session_pk: number;
  key: string;
  amount: Cents;
  base_price: Cents | null;
  quoted_at: Instant;
  customer_ref: string;
  card_ref: string;
  asked_by: number;
}

const columns = (sql: Sql) => sql`
  pk, session_pk, key, amount, base_price, quoted_at, state, customer_ref, card_ref, asked_by, processor_ref`;

export const valetOrders = defineOrders<ValetOrder>({
  table: (sql) => sql`valet_orders`,
  columns,
  claimMs: minuteMs,
});

/** The unsettled order of a session; there is at most one. */
export async function readUnsettled({ tx, organizationId }: Within, sessionPk: number) {
  const [row] = await tx<ValetOrder[]>`
    select ${columns(tx)} from valet_orders
    where organization_id = ${organizationId} and session_pk = ${sessionPk} and state = 'sending'`;
  return row;
}

export async function readOrder({ tx, organizationId }: Within, key: string) {
  const [row] = await tx<ValetOrder[]>`
    select ${columns(tx)} from valet_orders where organization_id = ${organizationId} and key = ${key}`;
  return row;
}

/** Orders at a processor that nobody is asking about, the oldest first. */
export const listUnsettled = (sql: Sql, processor: string, now: Instant) =>
  sql<{ organization_id: number; pk: number; spot_pk: number }[]>`
    select o.organization_id, o.pk, v.spot_pk from valet_orders o
    join valet_sessions v on v.organization_id = o.organization_id and v.pk = o.session_pk
    where o.state = 'sending' and o.processor = ${processor} and coalesce(o.claimed_until <= ${now}, true)
    order by o.created_at, o.pk limit 100`;
