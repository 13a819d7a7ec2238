import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints, Cents } from '@lotkeeper/contract/kernel/money';
import { cents, computeShare, zeroCents } from '@lotkeeper/contract/kernel/money';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { lockViolations } from '../../../records/cars/violations.ts';
import type { CardOrder } from '../../../records/money/card-orders.ts';
import { defineCardOrders } from '../../../records/money/card-orders.ts';
import { violationPaymentSource } from '../../../records/money/charges.ts';
import { recordPayments } from '../../../records/money/payments.ts';
import type { Within } from '../../../records/money/processor-orders.ts';
import { refundOrders } from '../../../records/money/refund-orders.ts';
import { openRecorder } from '../../../records/recorder.ts';

/** The charge for a violation that the processor is, or was, asked to make. */
export interface ViolationOrder extends CardOrder {
  violation_pk: number;
  /** Why it failed. */
  reason: string | null;
}

/**
 * Records the payment of a violation as its penalty. What was charged and isn't owed any more goes back by itself: the
 * violation was waived, reduced or paid elsewhere while the processor charged the card.
 */
async function record(within: Within, paid: ViolationOrder, now: Instant): Promise<void> {
  const { tx, organizationId } = within;
  const { violation_pk, spot_pk, amount, processor, processor_ref } = paid;
  const [violation] = await tx<
    [{ code: string; owed: Cents | null; processing_rate: BasisPoints }]
  >`
    select v.code, case v.status when 'Created' then v.amount end as owed, o.processing_rate
    from violations v join organizations o on o.pk = ${organizationId}
    where v.organization_id = ${organizationId} and v.pk = ${violation_pk}`;
  const { code, owed, processing_rate } = violation;
  const [recorded] = await recordPayments(await openRecorder(tx, organizationId), [
    {
      source: violationPaymentSource,
      external_id: paid.key,
      kind: 'penalty',
      occurred_at: now,
      amount,
      // Penalties aren't taxed.
      tax: zeroCents,
      processing_fee: computeShare(amount, processing_rate),
      rental: null,
      spot_pk,
      rental_type: 'hourly',
      violation: owed === null ? null : code,
      violation_pk,
    },
  ]);
  if (recorded?.outcome === 'refused') throw new Error('A paid violation could not be recorded.');
  const excess = cents(amount - (owed ?? 0));
  if (excess <= 0 || processor_ref === null) return;
  const order = { key: `refund-${paid.key}`, rental_pk: null, violation_pk, amount: excess };
  const refund = { ...order, charge_ref: processor_ref, asked_by: null, reason: null, processor };
  await refundOrders.insertOrder(within, refund, now);
}

export const violationOrders = defineCardOrders<ViolationOrder, 'spot_pk' | 'reason'>({
  table: 'violation_orders',
  columns: (sql) => sql`
    pk, violation_pk, key, amount, state, customer_ref, card_ref, processor, processor_ref, confirm_by,
    reason, (
      select v.spot_pk from violations v
      where v.organization_id = violation_orders.organization_id and v.pk = violation_pk) as spot_pk`,
  owner: 'violation_pk',
  lock: (within, { violation_pk }) => lockViolations(within, [violation_pk]),
  record,
});

interface JobDeps {
  sql: SqlPool;
  clock: Clock;
  processor: PaymentProcessor;
  publish: Publish;
}

const makeNotifier =
  ({ publish }: JobDeps) =>
  (organizationId: number, pk: number) =>
    publish('server:newRecords', { organizationId, pk });

/** Handles an event of a violation's payment, however often and late it arrives. */
export const makeViolationPaymentFollower = (deps: JobDeps) =>
  violationOrders.makeFollower(deps, makeNotifier(deps));

/** The job that completes payments of violations whose outcome is unknown. */
export const makeViolationOrderSweeper = (deps: JobDeps) =>
  violationOrders.makeSweeper(deps, makeNotifier(deps));
