import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, zeroCents } from '@lotkeeper/contract/kernel/money';
import type { MovementInput } from '../../../records/money/entries.ts';
import type { PaymentRates } from '../../../records/operations/payment-parts.ts';
import { computeBreakdown, paidFor } from '../../../records/operations/payment-parts.ts';
import type { Rate } from '../../../records/operations/stay-price.ts';
import { basePriceOfTime, priceOfTime } from '../../../records/operations/stay-price.ts';

/** The time to charge a car for: up to its exit, or only the first unit while that isn't known. */
export interface Owed {
  rate: Rate;
  from: Instant;
  until: Instant | null;
}

interface Amount {
  amount: Cents;
  base_price: Cents | null;
}

function amountFor({ rate, from, until }: Owed, rates: PaymentRates): Amount {
  const base = basePriceOfTime(rate, from, until ?? from);
  return {
    amount: paidFor(priceOfTime(rate, from, until ?? from), rates),
    base_price: base && paidFor(base, rates),
  };
}

const firstUnit = (owed: Owed, rates: PaymentRates) => amountFor({ ...owed, until: null }, rates);

function charge(
  external_id: string,
  at: Instant,
  price: Amount,
  rates: PaymentRates,
): MovementInput {
  return {
    external_id,
    kind: 'charge',
    occurred_at: at,
    ...price,
    ...computeBreakdown(price.amount, rates),
  };
}

/** The rest of a stay's price after its first unit; the base price is split the same way. */
function computeRest(owed: Owed, rates: PaymentRates): Amount {
  const total = amountFor(owed, rates);
  const first = firstUnit(owed, rates);
  const base = total.base_price === null ? null : total.base_price - (first.base_price ?? 0);
  return {
    amount: cents(total.amount - first.amount),
    base_price: base === null ? null : cents(base),
  };
}

/** The charges of an auto-started rental: the first unit when it starts, the rest when the car has left. */
export function buildCharges(
  externalId: string,
  owed: Owed,
  startedAt: Instant,
  rates: PaymentRates,
): [MovementInput, ...MovementInput[]] {
  const first = charge(externalId, startedAt, firstUnit(owed, rates), rates);
  const rest = computeRest(owed, rates);
  if (owed.until === null || rest.amount === 0) return [first];
  return [first, charge(`${externalId}-2`, owed.until, rest, rates)];
}

/**
 * The ledger entry that adjusts what was charged for a stay to what is owed for it now; null when they're equal. If
 * nothing is owed, all of it is refunded, except what others already refunded.
 */
export function computeAdjustment(
  externalId: string,
  before: { charged: Cents; movements: number; refundable: Cents },
  owed: Owed | null,
  now: Instant,
  rates: PaymentRates,
): MovementInput | null {
  const target = owed ? amountFor(owed, rates).amount : zeroCents;
  const external_id = `${externalId}-${before.movements + 1}`;
  if (target < before.charged) {
    const amount = cents(Math.min(before.charged - target, before.refundable));
    const { tax } = computeBreakdown(amount, rates);
    return amount > 0 ? { external_id, kind: 'refund', occurred_at: now, amount, tax } : null;
  }
  const amount = cents(target - before.charged);
  if (amount === 0) return null;
  const usual = owed !== null && before.charged === firstUnit(owed, rates).amount;
  const base_price = usual ? computeRest(owed, rates).base_price : null;
  return charge(external_id, owed?.until ?? now, { amount, base_price }, rates);
}
