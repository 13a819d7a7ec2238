import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { defineJob, enqueueOnce } from '../../../kernel/data/jobs.ts';
import type { CardOrder } from '../../../records/card-orders.ts';
import { defineCardOrders } from '../../../records/card-orders.ts';
import { computeBreakdown } from '../../../records/payment-parts.ts';
import { recordPayments } from '../../../records/payments.ts';
import type { Within } from '../../../records/processor-orders.ts';
import { openRecorder } from '../../../records/recorder.ts';
import { lockValetSession } from '../../../records/valet-sessions.ts';
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

/** Records a payment of a session's rental. */
async function record(within: Within, paid: ValetOrder, now: Instant): Promise<void> {
  const row = (await sessionIn(within, paid.session_pk)) as SessionRow;
  const recorder = await openRecorder(within.tx, within.organizationId);
  const [recorded] = await recordPayments(recorder, [
    {
      source: valetSource,
      external_id: paid.key,
      kind: 'charge',
      occurred_at: now,
      amount: paid.amount,
      base_price: paid.base_price,
      ...computeBreakdown(paid.amount, findSessionRates(row, paid.quoted_at)),
      rental: { source: valetSource, external_id: row.uuid },
      spot_pk: null,
      rental_type: null,
      violation: null,
    },
  ]);
  if (recorded?.outcome === 'refused')
    throw new Error('A payment of a valet session has no rental.');
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
  record,
  async onUnconfirmed({ tx, organizationId }, { pk }, now) {
    const payload = { organization_id: organizationId, order_pk: pk };
    const key = `send_valet_confirmation:${organizationId}:${pk}`;
    await enqueueOnce(tx, confirmationJob, payload, { key, runAt: now });
  },
});
