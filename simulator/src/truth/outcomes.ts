import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents, zeroCents } from '@lotkeeper/contract/kernel/money';
import type { CarStay, TrueMonth } from './month.ts';
import { hourlyPrice } from './month.ts';

/** What is true of a stay in the end. */
export interface TrueOutcome {
  outcome:
    | 'rental'
    | 'monthly'
    | 'tenant'
    | 'visitor'
    | 'booking_site'
    | 'grace'
    | 'enforced'
    | 'violation_open';
  /** The maximum that enforcement may charge, also if the exit is seen a minute late; 0 = nothing. */
  owed: Cents;
}

/** What a property charges cars that don't pay. */
export interface Terms {
  graceMinutes: number;
  penalty: Cents;
}

interface Right {
  outcome: 'rental' | 'monthly' | 'tenant' | 'visitor' | 'booking_site';
  from: Instant;
  until: Instant;
}

const always = { from: 0 as Instant, until: Number.POSITIVE_INFINITY as Instant };

/** Rentals by the ID they were sent with, as they are after all changes. */
function listRights({ steps, members, lots }: TrueMonth): Map<string, Right[]> {
  const rentals = new Map<string, Right>();
  const rights = new Map<string, Right[]>();
  const add = (spotPk: number, plate: string, right: Right) => {
    const key = `${spotPk} ${plate}`;
    rights.set(key, [...(rights.get(key) ?? []), right]);
  };
  for (const { kind, item } of [...steps].sort((a, b) => a.at - b.at)) {
    if (kind === 'rental') {
      const sold = item.source === 'lotkeeper' ? 'rental' : 'booking_site';
      const types = { monthly: 'monthly', enterprise: 'tenant' } as const;
      const outcome = types[item.rental_type as keyof typeof types] ?? sold;
      const right = {
        outcome,
        from: fromIso(item.start_date),
        until: fromIso(item.end_date ?? ''),
      };
      rentals.set(item.external_id, right);
      add(item.spot as number, item.car?.plate ?? '', right);
    }
    const rental = 'external_id' in item ? rentals.get(item.external_id) : undefined;
    if (kind === 'change' && rental) rental.until = fromIso(item.end_date ?? '');
    if (kind === 'end' && rental) rental.until = fromIso(item.ended_at);
  }
  for (const { as, lot, driver } of members) {
    if (as === 'visitor' && lots.includes(lot))
      add(lot.spot.pk, driver.plate, { outcome: 'visitor', ...always });
  }
  return rights;
}

/** A camera may see the exit this much later. */
const toleranceMs = minuteMs;

const priceOf = (ms: number) => cents(Math.ceil(ms / hourMs) * hourlyPrice);

function judge(
  { entrance, exit }: CarStay,
  rights: readonly Right[],
  isKnown: boolean,
  { graceMinutes, penalty }: Terms,
): TrueOutcome {
  const graceMs = graceMinutes * minuteMs;
  const valid = rights
    .filter(({ from, until }) => from <= exit + graceMs && until > entrance)
    .sort((a, b) => b.until - a.until);
  const unpaidFrom = instant(Math.max(entrance, valid[0]?.until ?? 0));
  const owed = isKnown ? priceOf(exit + toleranceMs - unpaidFrom) : penalty;
  if (exit > unpaidFrom + graceMs)
    return { outcome: isKnown ? 'enforced' : 'violation_open', owed };
  const isClose = exit + toleranceMs > unpaidFrom + graceMs;
  return { outcome: valid[0]?.outcome ?? 'grace', owed: isClose ? owed : zeroCents };
}

/**
 * The true outcome of each stay, by its id. A driver is known if they rented before they came, at any of the lots; the
 * terms are those of docs/visits.md, worked out from what really happened instead of from reads.
 */
export function findTrueOutcomes(month: TrueMonth, terms: Terms): Map<string, TrueOutcome> {
  const rights = listRights(month);
  const firstRental = new Map<string, number>();
  for (const { lot, driver } of month.stays) {
    const from = (rights.get(`${lot.spot.pk} ${driver.plate}`) ?? [])
      .filter(({ outcome }) => outcome !== 'visitor')
      .map((right) => right.from);
    const before = firstRental.get(driver.plate) ?? Number.POSITIVE_INFINITY;
    firstRental.set(driver.plate, Math.min(before, ...from));
  }
  return new Map(
    month.stays.map((stay) => {
      const isKnown = (firstRental.get(stay.driver.plate) ?? 0) < stay.entrance;
      const own = rights.get(`${stay.lot.spot.pk} ${stay.driver.plate}`) ?? [];
      return [stay.id, judge(stay, own, isKnown, terms)];
    }),
  );
}
