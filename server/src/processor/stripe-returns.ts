import { fromEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { DisputeState } from '@lotkeeper/contract/money/disputes';
import type { Stripe } from 'stripe';
import type { ChargeDispute, ChargeRefund, RefundOrder } from './processor.ts';
import { ProcessorRefused } from './processor.ts';
import { requireId } from './stripe-names.ts';

const failedStates: readonly (string | null)[] = ['failed', 'canceled'];

/** All current refunds of a payment. A refund counts once Stripe has taken the money for it. */
export async function listRefunds(stripe: Stripe, chargeRef: string): Promise<ChargeRefund[]> {
  const refunds: ChargeRefund[] = [];
  const query = { payment_intent: chargeRef, limit: 100 };
  for await (const refund of stripe.refunds.list(query)) {
    refunds.push({
      ref: requireId('re_', refund),
      amount: cents(refund.amount),
      refunded_at: fromEpochSeconds(refund.created),
      hasFailed: failedStates.includes(refund.status),
    });
  }
  return refunds;
}

/** Stripe forgets keys after a day, so a refund that it may have received is looked up first. */
async function findRefund(stripe: Stripe, { key, charge_ref }: RefundOrder) {
  for await (const known of stripe.refunds.list({ payment_intent: charge_ref, limit: 100 })) {
    if (known.metadata?.order === key) return known;
  }
  return undefined;
}

/** Refunds a charge, or a part of it. A refund that failed immediately paid nothing back. */
export async function refund(stripe: Stripe, order: RefundOrder): Promise<string> {
  const { key, charge_ref, amount } = order;
  const newRefund =
    (order.isRetry && (await findRefund(stripe, order))) ||
    (await stripe.refunds.create(
      { payment_intent: charge_ref, amount, metadata: { order: key } },
      { idempotencyKey: key },
    ));
  const ref = requireId('re_', newRefund);
  if (failedStates.includes(newRefund.status)) {
    throw new ProcessorRefused('The card’s bank refused the refund.');
  }
  return ref;
}

/** A lost dispute can be appealed; the money is back only once the appeal is won. */
const states: Readonly<Record<string, { state: DisputeState; isLost?: true }>> = {
  warning_needs_response: { state: 'inquiry' },
  warning_under_review: { state: 'inquiry' },
  warning_closed: { state: 'closed' },
  prevented: { state: 'closed' },
  needs_response: { state: 'needs_response' },
  under_review: { state: 'under_review' },
  won: { state: 'won' },
  lost: { state: 'lost', isLost: true },
  appeal_needs_response: { state: 'needs_response', isLost: true },
  appeal_under_review: { state: 'under_review', isLost: true },
};

/** A dispute's current state; null if its charge has no payment intent and so isn't ours. */
export async function readDispute(stripe: Stripe, ref: string): Promise<ChargeDispute | null> {
  const dispute = await stripe.disputes.retrieve(ref);
  const { payment_intent: intent, evidence_details, status } = dispute;
  const chargeRef = typeof intent === 'string' ? intent : intent?.id;
  if (!chargeRef) return null;
  const { state, isLost = false } = states[status] ?? { state: 'under_review' as const };
  const dueBy = evidence_details?.due_by ?? null;
  return {
    ref: requireId('d', dispute),
    charge_ref: chargeRef,
    amount: cents(dispute.amount),
    reason: dispute.reason,
    state,
    opened_at: fromEpochSeconds(dispute.created),
    respond_by: dueBy === null ? null : fromEpochSeconds(dueBy),
    isLost,
  };
}
