import type { BasisPoints, Cents } from '../kernel/money.ts';
import { cents, computeShare, zeroCents } from '../kernel/money.ts';

/** Kinds of ledger entries. */
export const entryKinds = ['charge', 'refund', 'penalty', 'payout'] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * The parts of one ledger entry, in cents. `gross` is what a driver paid, tax included; `refund` what they got back.
 */
export interface Movement {
  kind: EntryKind;
  gross: Cents;
  refund: Cents;
  /** Tax included in the entry; negative when a refund returns it. */
  tax: Cents;
  processing_fee: Cents;
}

/** Amounts of one ledger entry or of several together, in cents. */
export interface Amounts {
  gross: number;
  refunds: number;
  tax: number;
  processing_fee: number;
  commission: number;
}

/** gross − refunds − tax − processing fee (docs/money.md). */
export const computeAdjusted = (amounts: Omit<Amounts, 'commission'>): Cents =>
  cents(amounts.gross - amounts.refunds - amounts.tax - amounts.processing_fee);

/** Adjusted revenue − commission. `netRevenue` in the server’s `records/revenue.ts` is the same in SQL. */
export const computeNet = (amounts: Amounts): Cents =>
  cents(computeAdjusted(amounts) - amounts.commission);

/** Our commission on a ledger entry: the organization's rate × adjusted revenue, rounded half to even per entry. */
export function computeCommission(movement: Movement, rate: BasisPoints): Cents {
  return movement.kind === 'payout'
    ? zeroCents
    : computeShare(computeAdjusted({ ...movement, refunds: movement.refund }), rate);
}

/** The parts of gross revenue that features generated: views of the same money, never added to it. */
export interface Uplift {
  enforcement: Cents;
  marketing: Cents;
  dynamic_pricing: Cents;
}

/** Splits a charge or penalty into the uplift views; refunds carry none, so uplift is comparable to gross. */
export function splitUplift(
  movement: Movement,
  from: { auto_started: boolean; marketed: boolean; base_price: Cents | null },
): Uplift {
  const income =
    movement.kind === 'charge' || movement.kind === 'penalty' ? movement.gross : zeroCents;
  const above = from.base_price === null ? 0 : Math.max(0, income - from.base_price);
  return {
    enforcement: movement.kind === 'penalty' || from.auto_started ? income : zeroCents,
    marketing: from.marketed ? income : zeroCents,
    dynamic_pricing: movement.kind === 'charge' ? cents(above) : zeroCents,
  };
}
