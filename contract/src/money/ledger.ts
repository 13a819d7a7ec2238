import type { LocalDate } from '../kernel/calendar.ts';
import type { BasisPoints, Cents } from '../kernel/money.ts';
import { cents, computeShare, zeroCents } from '../kernel/money.ts';
import type { CommissionBase } from '../platform/organization-terms.ts';
import { usualCommissionBase } from '../platform/organization-terms.ts';

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

/** Adjusted revenue − commission. `netRevenue` in the server’s `records/money/revenue.ts` is the same in SQL. */
export const computeNet = (amounts: Amounts): Cents =>
  cents(computeAdjusted(amounts) - amounts.commission);

/** The rate of an organization, and its bases by the days when they begin, the earliest first. */
export interface CommissionTerms {
  rate: BasisPoints;
  bases: readonly { starts_on: LocalDate; base: CommissionBase }[];
}

/** The base in force on a day. */
export const findCommissionBase = (bases: CommissionTerms['bases'], day: LocalDate) =>
  bases.findLast(({ starts_on }) => starts_on <= day)?.base ?? usualCommissionBase;

/** The bases in force in some days, each from a day within them on; null = from the first. */
export function listCommissionBases(
  bases: CommissionTerms['bases'],
  { start_date, end_date }: { start_date: LocalDate; end_date: LocalDate },
) {
  const first = { base: findCommissionBase(bases, start_date), from: null };
  const later = bases
    .filter(({ starts_on }) => starts_on > start_date && starts_on <= end_date)
    .map(({ base, starts_on: from }) => ({ base, from }));
  return [first, ...later].filter(({ base }, index, all) => base !== all[index - 1]?.base);
}

/** What of a ledger entry the commission is a share of. */
export function computeCommissioned(movement: Movement, base: CommissionBase): Cents {
  const { gross, refund, tax, processing_fee } = movement;
  const fee = base === 'adjusted' ? processing_fee : 0;
  return cents(gross - refund - (base === 'gross' ? 0 : tax) - fee);
}

/** Our commission on a ledger entry of a day: rate × base, rounded half to even per entry. */
export function computeCommission(
  movement: Movement,
  { rate, bases }: CommissionTerms,
  day: LocalDate,
): Cents {
  return movement.kind === 'payout'
    ? zeroCents
    : computeShare(computeCommissioned(movement, findCommissionBase(bases, day)), rate);
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
