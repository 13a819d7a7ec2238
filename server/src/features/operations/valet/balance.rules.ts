import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, sum, zeroCents } from '@lotkeeper/contract/kernel/money';
import type { ValetQuote } from '@lotkeeper/contract/operations/valet';
import { valetRules } from '@lotkeeper/contract/operations/valet';
import type { ValetStatus } from '@lotkeeper/contract/people/filter-words';
import type { PaymentRates } from '../../../records/operations/payment-parts.ts';
import { paidFor } from '../../../records/operations/payment-parts.ts';
import type { Rate } from '../../../records/operations/stay-price.ts';
import { basePriceOfTime, priceOfTime } from '../../../records/operations/stay-price.ts';

/** What was charged to the driver's card, as of the quote that they paid. */
export interface ValetPayment {
  amount: Cents;
  /** The part without dynamic pricing; null = it was not in force. */
  base_price: Cents | null;
  quoted_at: Instant;
}

/** Everything that determines a session's balance. */
export interface Owing {
  status: ValetStatus;
  /** The amount due from the booking. */
  booked: Cents;
  /** The price of the parked time; null = it isn't charged. */
  rate: Rate | null;
  checked_in_at: Instant | null;
  payments: readonly ValetPayment[];
}

/** Until when time has been charged: it's frozen for a while after each payment. */
export function meteredUntil({ payments }: Pick<Owing, 'payments'>, at: Instant): Instant {
  const frozenUntil = payments.reduce((total, { quoted_at }) => {
    const stood = Math.min(at - quoted_at, valetRules.leaveMinutes * minuteMs);
    return total + Math.max(0, stood);
  }, 0);
  return instant(at - frozenUntil);
}

const total = (amounts: readonly Cents[]) => sum(zeroCents, ...amounts);

/** What the driver owes at a given time in whole cents, tax included; never negative. */
export function balanceAt(owing: Owing, rates: Pick<PaymentRates, 'tax_rate'>, at: Instant): Cents {
  const { status, booked, rate, checked_in_at: from, payments } = owing;
  if (status === 'ended') return zeroCents;
  const parked =
    rate && from !== null
      ? paidFor(priceOfTime(rate, from, meteredUntil(owing, at)), rates)
      : zeroCents;
  const paid = total(payments.map(({ amount }) => amount));
  return cents(Math.max(0, booked + parked - paid));
}

/** What a payment of the balance would be without dynamic pricing; null when that was not in force. */
export function baseOfBalance(
  owing: Owing,
  rates: Pick<PaymentRates, 'tax_rate'>,
  at: Instant,
): Cents | null {
  const { booked, rate, checked_in_at: from, payments } = owing;
  if (!rate || from === null) return null;
  const base = basePriceOfTime(rate, from, meteredUntil(owing, at));
  if (base === null) return null;
  const before = total(payments.map(({ base_price }) => base_price ?? zeroCents));
  return cents(Math.max(0, booked + paidFor(base, rates) - before));
}

/** A balance that stays valid for two minutes from now. */
export function quoteAt(
  owing: Owing,
  rates: Pick<PaymentRates, 'tax_rate'>,
  now: Instant,
): ValetQuote {
  const holds_until = now + valetRules.quoteMinutes * minuteMs;
  return { balance: balanceAt(owing, rates, now), quoted_at: now, holds_until };
}

/** Whether a quote can still be paid: it was issued, and not too long ago. */
export const quoteHolds = (quotedAt: number, now: Instant) =>
  quotedAt <= now && quotedAt >= now - valetRules.quoteMinutes * minuteMs;
