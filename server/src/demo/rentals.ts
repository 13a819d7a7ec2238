import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import { Random } from '@lotkeeper/simulator/world/random';
import type { MovementInput } from '../records/money/entries.ts';
import type { RentalInput } from '../records/people/rentals.ts';
import { pickPromoCode } from './promo-codes.ts';
import type { Stay } from './stays.ts';
import type { World } from './world.ts';
import { computeDemoBreakdown, paidFor } from './world.ts';

/** A stay as a rental with its money: the charge, and sometimes a refund. */
export function rentalOfStay(world: World, stay: Stay): RentalInput {
  const random = new Random(world.seed, 'money', stay.external_id);
  const amount = paidFor(world, stay.price);
  const charge: MovementInput = {
    external_id: stay.external_id,
    kind: 'charge',
    occurred_at: stay.charged_at,
    amount,
    ...computeDemoBreakdown(world, amount),
    base_price: stay.base === null ? null : paidFor(world, stay.base),
  };
  return {
    source: stay.source,
    external_id: stay.external_id,
    spot_pk: stay.at.pk,
    rental_type: stay.type,
    start_date: stay.start,
    end_date: stay.end,
    car: stay.driver,
    renter: toRenter(random, stay),
    auto_started: stay.auto_started,
    promo_code: pickPromoCode(world, stay),
    movements: [charge, ...buildRefunds(world, random, stay, amount)],
  };
}

function toRenter(random: Random, { driver, type, source }: Stay): RentalInput['renter'] & {} {
  if (type === 'hourly' && source === 'lotkeeper' && random.chance(0.4)) {
    return { phone: driver.phone };
  }
  const { first_name, last_name, email, phone } = driver;
  return { first_name, last_name, email, phone };
}

function buildRefunds(world: World, random: Random, stay: Stay, paid: Cents): MovementInput[] {
  if (paid === 0 || !random.chance(0.029)) return [];
  const isFullRefund = random.chance(0.55);
  const amount = isFullRefund ? paid : cents(Math.round(paid * random.pick([0.2, 0.25, 0.5])));
  const after = isFullRefund ? random.int(1, 20) : random.int(4, 70);
  const occurred_at = instant(Math.max(stay.charged_at, stay.start) + (after / 10) * hourMs);
  if (amount === 0 || occurred_at > world.now) return [];
  return [
    {
      external_id: `${stay.external_id}-refund`,
      kind: 'refund',
      occurred_at,
      amount,
      tax: computeDemoBreakdown(world, amount).tax,
    },
  ];
}
