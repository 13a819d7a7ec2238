import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Sql, Tx } from '../../kernel/data/database.ts';

/** What the processor is, or was, asked to take from a driver's card. */
export interface ValetOrder {
  pk: number;
  session_pk: number;
  key: string;
  amount: Cents;
  base_price: Cents | null;
  quoted_at: Instant;
  state: 'asked' | 'paid' | 'refused';
  customer_ref: string;
  card_ref: string;
  processor_ref: string | null;
}

/** One organization inside a transaction. */
export interface Within {
  tx: Tx;
  organizationId: number;
}

const columns = (sql: Sql) => sql`
  pk, session_pk, key, amount, base_price, quoted_at, state, customer_ref, card_ref, processor_ref`;

/** The unsettled order of a session; there is at most one. */
export async function readUnsettled({ tx, organizationId }: Within, sessionPk: number) {
  const [row] = await tx<ValetOrder[]>`
    select ${columns(tx)} from valet_orders
    where organization_id = ${organizationId} and session_pk = ${sessionPk} and state = 'asked'`;
  return row;
}

/** The order of a key. */
export async function readOrder({ tx, organizationId }: Within, key: string) {
  const [row] = await tx<ValetOrder[]>`
    select ${columns(tx)} from valet_orders where organization_id = ${organizationId} and key = ${key}`;
  return row;
}

/** An order that somebody has to themselves for asking the processor. */
export interface ClaimedOrder extends ValetOrder {
  /** Whether the processor may have heard of it before. */
  isRetry: boolean;
}

/** Longer than the processor may take to answer, so that nobody asks it of an order twice at once. */
const claimMs = minuteMs;

/** Writes an order down, claimed, before the processor hears of it. */
export async function insertOrder(
  { tx, organizationId }: Within,
  order: Omit<ValetOrder, 'pk' | 'state' | 'processor_ref'> & {
    processor: string;
    asked_by: number;
  },
  now: Instant,
): Promise<ClaimedOrder> {
  const claim = { claimed_until: now + claimMs, created_at: now };
  const [row] = await tx<[ValetOrder]>`
    insert into valet_orders ${tx.values({ organization_id: organizationId, ...order, ...claim })}
    returning ${columns(tx)}`;
  return { ...row, isRetry: false };
}

/** Claims an unsettled order for asking its processor; undefined when somebody else is at it, or it is another's. */
export async function claimOrder(
  { tx, organizationId }: Within,
  { pk, processor }: { pk: number; processor: string },
  now: Instant,
): Promise<ClaimedOrder | undefined> {
  const [claimed] = await tx<ValetOrder[]>`
    update valet_orders set claimed_until = ${now + claimMs}
    where organization_id = ${organizationId} and pk = ${pk} and state = 'asked'
      and processor = ${processor} and coalesce(claimed_until <= ${now}, true)
    returning ${columns(tx)}`;
  // Anyone who wrote it down was about to ask.
  return claimed && { ...claimed, isRetry: true };
}

/** Lets somebody else, or the next try, ask the processor. */
export async function releaseOrder({ tx, organizationId }: Within, pk: number): Promise<void> {
  await tx`
    update valet_orders set claimed_until = null
    where organization_id = ${organizationId} and pk = ${pk}`;
}

/** Settles an order that is not settled yet; false = it was. */
export async function settleOrder(
  { tx, organizationId }: Within,
  pk: number,
  to: { state: 'paid'; processor_ref: string } | { state: 'refused' },
  now: Instant,
): Promise<boolean> {
  const row = { ...to, claimed_until: null, settled_at: now };
  const settled = await tx`
    update valet_orders set ${tx.assignments(row)}
    where organization_id = ${organizationId} and pk = ${pk} and state = 'asked'`;
  return settled.count > 0;
}

/** Orders at a processor that nobody is asking about, the oldest first. */
export const listUnsettled = (sql: Sql, processor: string, now: Instant) =>
  sql<{ organization_id: number; pk: number; spot_pk: number }[]>`
    select o.organization_id, o.pk, v.spot_pk from valet_orders o
    join valet_sessions v on v.organization_id = o.organization_id and v.pk = o.session_pk
    where o.state = 'asked' and o.processor = ${processor} and coalesce(o.claimed_until <= ${now}, true)
    order by o.created_at, o.pk limit 100`;
