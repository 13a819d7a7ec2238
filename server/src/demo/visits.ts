import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { errorLevels, readPlate } from '@lotkeeper/simulator/cameras/errors';
import type { Driver } from '@lotkeeper/simulator/world/drivers';
import { Random } from '@lotkeeper/simulator/world/random';
import type { VisitInput } from '../records/cars/visits/visits.ts';
import type { DemoDay } from './days.ts';
import { dayFactor, hourWeights, isOpen } from './demand.ts';
import type { VisitDraft } from './drafts.ts';
import { openDriverPool } from './driver-pool.ts';
import type { LongRental } from './monthlies.ts';
import type { Stay } from './stays.ts';
import { noticeFor } from './violations.ts';
import type { LotInWorld, World } from './world.ts';

/** How far back monthly drivers have daily visits; older ones would only add bulk. */
export const commuterDays = (days: number) => (days < 180 ? 8 : 45);

interface Seen {
  at: LotInWorld;
  driver: Driver;
  status: VisitInput['status'];
  from: number;
  until: number;
  rental: string | null;
  external_id: string;
}

/** One character of the plate is another one. */
const oneWrong = { ...errorLevels.none, otherCharacter: 1 };

/** Cameras miss or misread some cars, and haven't seen the end of active visits. */
function draft(world: World, random: Random, seen: Seen): VisitDraft[] {
  const { from, until, ...rest } = seen;
  if (from > world.now) return [];
  const missed = random.next();
  const isHere = until > world.now;
  const exit = isHere || missed < 0.02 ? null : instant(Math.round(until));
  const entrance = missed > 0.988 && exit !== null ? null : instant(Math.round(from));
  const exit_missed = exit === null && !isHere;
  const doubtful = random.chance(0.02);
  const visit = { ...rest, entrance, exit, exit_missed, doubtful, misread: null, notice: null };
  if (entrance !== null || random.chance(0.4)) return [visit];
  // Its entrance was read as another plate, so it looks like a car that nobody paid for and that never left.
  const misread = readPlate(random, oneWrong, seen.driver.plate);
  const came = { entrance: instant(Math.round(from)), exit: null, exit_missed: true };
  const unpaid = { status: 'violator' as const, rental: null, doubtful: true };
  return [
    visit,
    { ...visit, ...came, ...unpaid, misread, external_id: `${seen.external_id}-entrance` },
  ];
}

/** The visit of a rental: the car arrives shortly before or after its start, and leaves around its end. */
export function visitOfStay(world: World, stay: Stay): VisitDraft[] {
  if (!stay.at.lot.cameras) return [];
  const random = new Random(world.seed, 'visit', stay.external_id);
  if (random.chance(0.02)) return [];
  const from = stay.start + (random.next() * 9 - 6) * minuteMs;
  const leftAt = stay.end + (random.next() * 26 - 22) * minuteMs;
  return draft(world, random, {
    at: stay.at,
    driver: stay.driver,
    status: stay.auto_started ? 'enforced' : 'renter',
    from,
    until: Math.max(from + 4 * minuteMs, leftAt),
    rental: stay.external_id,
    external_id: `v-${stay.external_id}`,
  });
}

/** The working day of a monthly or tenant driver. */
export function visitOfCommuter(world: World, day: DemoDay, { at, rental, driver }: LongRental) {
  const random = new Random(world.seed, 'commute', rental.external_id, day.date);
  const works = day.weekday <= 5 && day.mood !== 'holiday';
  if (!at.lot.cameras || !random.chance(works ? 0.8 : 0.06)) return [];
  const from = day.start + (495 + 45 * random.normal()) * minuteMs;
  const until = from + (525 + 50 * random.normal()) * minuteMs;
  const over = rental.end_date !== null && until > rental.end_date;
  if (from < rental.start_date || over) return [];
  const external_id = `v-${rental.external_id}-${day.date}`;
  const seen = { at, driver, from, until, rental: rental.external_id, external_id };
  return draft(world, random, { ...seen, status: 'renter' });
}

/** Cars without a rental: validated visitors, those who only turn around, and those who don't pay. */
export function openStrangers(world: World, at: LotInWorld): (day: DemoDay) => VisitDraft[] {
  const { lot } = at;
  const nextDriver = openDriverPool(world.seed + 1, lot);
  const listSome = (random: Random, day: DemoDay, status: VisitInput['status'], mean: number) =>
    Array.from({ length: random.poisson(mean) }, (_, index) => index).flatMap((index) => {
      const hour = random.index(hourWeights(lot, day));
      const from = day.start + (hour * 60 + random.int(0, 59)) * minuteMs;
      const minutes = status === 'grace period' ? random.int(2, 13) : random.int(25, 320);
      const driver = nextDriver(random, day.ago);
      const external_id = `v-${lot.key}-${day.date}-${status}${index}`;
      const seen = { at, driver, status, from, until: from + minutes * minuteMs };
      const drafts = draft(world, random, { ...seen, rental: null, external_id });
      if (status !== 'violator') return drafts;
      return drafts.map((visit) =>
        visit.misread ? visit : { ...visit, notice: noticeFor(world, random, visit) },
      );
    });
  return (day) => {
    if (!lot.cameras || !isOpen(lot, day.ago) || day.ago > 0) return [];
    const random = new Random(world.seed, 'strangers', lot.key, day.date);
    const flow = dayFactor(world.seed, lot, day);
    return [
      ...listSome(random, day, 'visitor', lot.visitors_per_day * flow),
      ...listSome(random, day, 'grace period', (lot.per_day || 20) * flow * 0.035),
      ...listSome(random, day, 'violator', lot.per_day * flow * 0.022),
    ];
  };
}
