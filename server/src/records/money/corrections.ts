import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { formatTimestamp } from '../../kernel/clock.ts';
import type { RefusedItem } from '../recorder.ts';

/** The parts of a ledger entry that never change. Amounts in cents. */
export interface EntryFacts {
  kind: string;
  /** null = a penalty without a rental. */
  rental_pk: number | null;
  occurred_at: Instant;
  amount: Cents;
  /** Negative for a refund, which gives it back. */
  tax: Cents;
  processing_fee: Cents;
  /** The part above the base price. */
  dynamic_pricing: Cents;
}

const payments = 'POST /api/ingest/payments/';
const refunds = 'POST /api/ingest/refunds/';

export const refuse = (field: string, detail: string): RefusedItem => ({
  outcome: 'refused',
  field,
  detail,
});

/** How an amount is corrected: another entry adds what is missing, or an opposite one takes back the excess. */
function correctAmount({ kind, rental_pk }: EntryFacts, missing: number): string {
  if (missing > 0) {
    const call = kind === 'refund' ? `refund: ${refunds}` : `payment: ${payments}`;
    return `Send the missing ${missing} cents as another ${call}.`;
  }
  if (kind === 'refund') {
    return `Send the ${-missing} cents that are too much as a payment of the rental: ${payments}.`;
  }
  return rental_pk === null
    ? 'It can’t be lowered: refunds belong to rentals.'
    : `Send the ${-missing} cents that are too much as a refund: ${refunds}.`;
}

/** How anything but an amount is corrected: the entry is reversed and sent again under another id. */
function replaceEntry({ kind, rental_pk }: EntryFacts): string {
  if (kind === 'refund') {
    return `To replace it, send a payment of the same amount and tax (${payments}), and the refund again with another external_id.`;
  }
  return rental_pk === null
    ? 'It can’t be replaced: refunds belong to rentals.'
    : `To replace it, refund it with its tax (${refunds}), and send it as a payment with another external_id (${payments}).`;
}

function correctFee(missing: number): string {
  return missing > 0
    ? `Add the missing ${missing} cents to the processing_fee of another payment or refund of the rental.`
    : 'A fee can’t be taken back.';
}

/**
 * Why an entry sent again under the same id is refused, and how to correct what is recorded; null when nothing differs.
 * Entries never change, so a correction is another entry.
 */
export function refuseCorrection(known: EntryFacts, incoming: EntryFacts): RefusedItem | null {
  const answer = (field: string, value: string, correction: string) =>
    refuse(field, `Recorded with ${value}, and recorded money never changes. ${correction}`);
  const missing = incoming.amount - known.amount;
  const isOtherTime = incoming.occurred_at !== known.occurred_at;
  if (missing !== 0 && isOtherTime) {
    return answer(
      'external_id',
      `${known.amount} cents and the time ${formatTimestamp(known.occurred_at)}`,
      `If this is other money, send it with another external_id. If it is a correction: ${correctAmount(known, missing)}`,
    );
  }
  if (missing !== 0) {
    return answer('amount', `${known.amount} cents`, correctAmount(known, missing));
  }
  if (incoming.tax !== known.tax) {
    return answer('tax', `${Math.abs(known.tax)} cents of tax`, replaceEntry(known));
  }
  const missingFee = incoming.processing_fee - known.processing_fee;
  if (missingFee !== 0) {
    const value = `a processing fee of ${known.processing_fee} cents`;
    return answer('processing_fee', value, correctFee(missingFee));
  }
  if (isOtherTime) {
    const value = `the time ${formatTimestamp(known.occurred_at)}`;
    return answer('occurred_at', value, replaceEntry(known));
  }
  return incoming.dynamic_pricing === known.dynamic_pricing
    ? null
    : answer('base_price', 'another base price', replaceEntry(known));
}
