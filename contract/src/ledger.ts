import type { BasisPoints, Cents } from './kernel/money.ts';
import { cents, shareOf, sum, zeroCents } from './kernel/money.ts';

/** What moved the money. */
export const entryKinds = ['charge', 'refund', 'penalty', 'payout'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The parts of one movement, in cents. `gross` is what a driver paid, tax included; `refund` what he got back. */
export interface Movement {
  kind: EntryKind;
  gross: Cents;
  refund: Cents;
  /** Tax inside the movement; negative when a refund gives it back. */
  tax: Cents;
  processing_fee: Cents;
}

/** gross − refunds − tax − processing fee (design of money, docs/money.md). */
export function adjustedRevenue(of: Movement): Cents {
  return sum(of.gross, cents(-of.refund), cents(-of.tax), cents(-of.processing_fee));
}

/** Our commission on a movement: the organization's rate × adjusted revenue, rounded half to even per entry. */
export function commissionOf(of: Movement, rate: BasisPoints): Cents {
  return of.kind === 'payout' ? zeroCents : shareOf(adjustedRevenue(of), rate);
}

/** Which parts of a gross amount other features earned: views of the same money, never added to it. */
export interface Uplift {
  enforcement: Cents;
  marketing: Cents;
  dynamic_pricing: Cents;
}

/** Splits the uplift views of a charge or penalty; refunds carry none, so uplift is on the same footing as gross. */
export function upliftOf(
  of: Movement,
  from: { auto_started: boolean; marketed: boolean; base_price: Cents | null },
): Uplift {
  const taken = of.kind === 'charge' || of.kind === 'penalty' ? of.gross : zeroCents;
  const above = from.base_price === null ? 0 : Math.max(0, taken - from.base_price);
  return {
    enforcement: of.kind === 'penalty' || from.auto_started ? taken : zeroCents,
    marketing: from.marketed ? taken : zeroCents,
    dynamic_pricing: of.kind === 'charge' ? cents(above) : zeroCents,
  };
}
