import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addMonths,
  atLocalTime,
  daysBetween,
  instant,
  startOfMonth,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import { discountedMonth } from '@lotkeeper/contract/operations/promo-codes';
import type { Driver } from '@lotkeeper/simulator/world/drivers';
import { makeDriver } from '@lotkeeper/simulator/world/drivers';
import { Random } from '@lotkeeper/simulator/world/random';
import type { MovementInput } from '../records/money/entries.ts';
import type { RentalInput } from '../records/people/rentals.ts';
import { historyDiscount, pickPromoCode } from './promo-codes.ts';
import type { LotInWorld, World } from './world.ts';
import { computeDemoBreakdown, paidFor } from './world.ts';

/** A rental that lasts for months, and its driver. */
export interface LongRental {
  at: LotInWorld;
  rental: RentalInput;
  driver: Driver;
}

const leaveAMonth = 0.035;

/** A lot's monthly rentals, past and present: each space is rented again some days after a driver leaves. */
export function buildMonthlyRentals(world: World, at: LotInWorld): LongRental[] {
  const { lot } = at;
  if (lot.price_monthly === null) return [];
  const spaces = Math.round(lot.quantity_monthly * lot.monthly_share);
  return Array.from({ length: spaces }, (_, space) => lettings(world, at, space)).flat();
}

function lettings(world: World, at: LotInWorld, space: number): LongRental[] {
  const random = new Random(world.seed, 'monthly', at.lot.key, space);
  const late = random.chance(0.25) ? random.next() * world.days * 0.9 : random.next() * 9;
  const lettings: LongRental[] = [];
  let start = at.since + late * dayMs + random.int(8, 18) * hourMs;
  while (start < world.now) {
    const stays = -Math.log(1 - random.next()) * (30 / leaveAMonth) * dayMs;
    const end = start + Math.max(25 * dayMs, stays);
    lettings.push(
      letting(world, at, random, {
        id: `${at.lot.key}-m${space}-${lettings.length}`,
        start: instant(Math.round(start)),
        end: end < world.now ? instant(Math.round(end)) : null,
      }),
    );
    start = end + random.int(2, 20) * dayMs;
  }
  return lettings;
}

interface Term {
  id: string;
  start: Instant;
  end: Instant | null;
}

function letting(world: World, at: LotInWorld, random: Random, term: Term): LongRental {
  const { lot } = at;
  const driver = makeDriver(world.seed, term.id, lot.state, lot.area_code);
  const promo = random.chance(0.12);
  const promo_code = pickPromoCode(world, {
    at,
    promo,
    charged_at: term.start,
    external_id: term.id,
  });
  const price = cents(lot.price_monthly ?? 0);
  const { discount_type, amount } = historyDiscount;
  const paid = promo_code === null ? price : discountedMonth(price, discount_type, amount);
  const { first_name, last_name, email, phone } = driver;
  const [first, ...renewals] = monthlyCharges(world, at, term, paid);
  // A few active drivers haven't paid their last month, or their last two.
  const late = new Random(term.id, 'late');
  const isLate = term.end === null && renewals.length > 2 && late.chance(0.05);
  const rental: RentalInput = {
    source: 'lotkeeper',
    external_id: term.id,
    spot_pk: at.pk,
    rental_type: 'monthly',
    start_date: term.start,
    end_date: term.end,
    car: driver,
    renter: { first_name, last_name, email, phone },
    price_monthly: price,
    promo_code,
    paid: !isLate,
    movements: [first, ...renewals.slice(0, isLate ? -late.int(1, 2) : undefined)],
  };
  return { at, rental, driver };
}

/**
 * A part of the first month on the day it starts, then the full price on the first of each month in the lot's zone.
 */
export function monthlyCharges(
  world: World,
  at: LotInWorld,
  term: Term,
  price: number,
): [MovementInput, ...MovementInput[]] {
  const zone = at.lot.timezone;
  const first = toLocalDate(term.start, zone);
  const next = addMonths(startOfMonth(first), 1);
  const share = daysBetween(first, next) / daysBetween(startOfMonth(first), next);
  const charge = (occurred_at: Instant, month: LocalDate, net: number): MovementInput => {
    const amount = paidFor(world, Math.round(net));
    const external_id = `${term.id}-${month.slice(0, 7)}`;
    return {
      external_id,
      kind: 'charge',
      occurred_at,
      amount,
      ...computeDemoBreakdown(world, amount),
    };
  };
  const charges: [MovementInput, ...MovementInput[]] = [charge(term.start, first, price * share)];
  const minute = 6 * 60 + new Random(term.id).int(0, 50);
  const until = term.end ?? world.now;
  for (let month = next; ; month = addMonths(month, 1)) {
    const occurred_at = atLocalTime(month, minute, zone);
    if (occurred_at > until || occurred_at > world.now) return charges;
    charges.push(charge(occurred_at, month, price));
  }
}
