import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { zeroCents } from '@lotkeeper/contract/kernel/money';
import { valetMessages } from '@lotkeeper/contract/operations/valet';
import { handSource } from '@lotkeeper/contract/people/hand-entries';
import { defineJob, enqueueOnce } from '../../../kernel/data/jobs.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { CardOrder } from '../../../records/money/card-orders.ts';
import { defineCardOrders } from '../../../records/money/card-orders.ts';
import { recordPayments } from '../../../records/money/payments.ts';
import type { Within } from '../../../records/money/processor-orders.ts';
import { computeBreakdown } from '../../../records/operations/payment-parts.ts';
import { lockValetSession } from '../../../records/operations/valet-sessions.ts';
import { openRecorder } from '../../../records/recorder.ts';
import { sessionIn } from './valet.queries.ts';
import type { SessionRow } from './valet-rows.ts';
import { findSessionRates } from './valet-rows.ts';

/** The source of the rentals of valet sessions; their external id is the session's uuid. */
export const valetSource = 'valet';

/** The charge that the processor is, or was, asked to make. */
export interface ValetOrder extends CardOrder {
  session_pk: number;
  base_price: Cents | null;
  quoted_at: Instant;
  asked_by: number;
}

/** Texts a driver that their bank wants them to confirm a payment. */
export const confirmationJob = defineJob<{ organization_id: number; order_pk: number }>(
  'send_valet_confirmation',
  { waitsForOthers: true },
);

/** Texts a driver that their card was declined, and that they paid. */
export const declineJob = defineJob<{ organization_id: number; order_pk: number }>(
  'send_valet_decline',
  { waitsForOthers: true },
);
export const receiptJob = defineJob<{ organization_id: number; order_pk: number }>(
  'send_valet_receipt',
  { waitsForOthers: true },
);

/** Queues one text about an order. */
async function queueText(
  { tx, organizationId }: Within,
  job: typeof declineJob,
  pk: number,
  now: Instant,
): Promise<void> {
  const payload = { organization_id: organizationId, order_pk: pk };
  await enqueueOnce(tx, job, payload, { key: `${job.name}:${organizationId}:${pk}`, runAt: now });
}

/** Records a payment of a session's rental. */
export async function recordPaid(
  within: Within,
  paid: Pick<ValetOrder, 'pk' | 'session_pk' | 'key' | 'amount' | 'base_price' | 'quoted_at'> &
    Partial<Pick<ValetOrder, 'processor'>>,
  now: Instant,
): Promise<{ tax: Cents }> {
  const row = (await sessionIn(within, paid.session_pk)) as SessionRow;
  // Cash has no processor.
  const isCash = paid.processor === undefined;
  const breakdown = computeBreakdown(paid.amount, findSessionRates(row, paid.quoted_at));
  const recorder = await openRecorder(within.tx, within.organizationId);
  const [recorded] = await recordPayments(recorder, [
    {
      source: isCash ? handSource : valetSource,
      external_id: isCash ? `payment-${paid.key}` : paid.key,
      kind: 'charge',
      occurred_at: now,
      amount: paid.amount,
      base_price: paid.base_price,
      ...breakdown,
      ...(isCash ? { processing_fee: zeroCents } : {}),
      rental: { source: valetSource, external_id: row.uuid },
      spot_pk: null,
      rental_type: null,
      violation: null,
    },
  ]);
  if (recorded?.outcome === 'refused')
    throw new Error('A payment of a valet session has no rental.');
  await queueText(within, receiptJob, paid.pk, now);
  return breakdown;
}

export const valetOrders = defineCardOrders<ValetOrder, 'spot_pk'>({
  table: 'valet_orders',
  columns: (sql) => sql`
    pk, session_pk, key, amount, base_price, quoted_at, state, customer_ref, card_ref, asked_by,
    processor, processor_ref, confirm_by, (
      select v.spot_pk from valet_sessions v
      where v.organization_id = valet_orders.organization_id and v.pk = session_pk) as spot_pk`,
  owner: 'session_pk',
  lock: (within, { session_pk }) => lockValetSession(within, session_pk),
  record: async (within, paid, now) => void (await recordPaid(within, paid, now)),
  onUnconfirmed: (within, { pk }, now) => queueText(within, confirmationJob, pk, now),
  onDeclined: (within, { pk }, now) => queueText(within, declineJob, pk, now),
});

/** Refuses while a card is being charged, or its bank waits for the driver. */
export async function requireSettled(within: Within, sessionPk: number): Promise<void> {
  const unsettled = await valetOrders.findUnsettled(within, sessionPk);
  if (!unsettled) return;
  const message = unsettled.confirm_by ? valetMessages.confirmPayment : valetMessages.payingNow;
  throw new Refusal('conflict', message);
}
