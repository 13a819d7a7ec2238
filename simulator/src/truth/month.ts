import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { OwnSpot } from '@lotkeeper/contract/platform/own-spots';
import { driverAt } from '../arrivals.ts';
import type { ErrorRates } from '../cameras/errors.ts';
import type { Lot } from '../lots.ts';
import { carsPerMinute, toLot } from '../lots.ts';
import { drawMinutes, drawStay, listPasses } from '../stays.ts';
import type { OtherStep, ReadStep } from '../steps.ts';
import type { Driver } from '../world/drivers.ts';
import { makeDriver } from '../world/drivers.ts';
import { Random } from '../world/random.ts';

/** A car's true stay at a lot. */
export interface CarStay {
  id: string;
  lot: Lot;
  driver: Driver;
  entrance: Instant;
  exit: Instant;
}

/** A car that may always park at a lot. */
export interface Member {
  lot: Lot;
  driver: Driver;
  as: 'monthly' | 'enterprise' | 'visitor';
}

/** What really happens at some lots. Properties are numbered from 1 in the order of the lots. */
export interface TrueMonth {
  seed: number;
  start: Instant;
  end: Instant;
  lots: readonly Lot[];
  stays: readonly CarStay[];
  members: readonly Member[];
  /** What drivers and booking sites send. */
  steps: readonly OtherStep[];
}

/** Price of each started hour at every lot. */
export const hourlyPrice = cents(500);

const classifications = ['Surface Lot', 'Garage', 'Airport Lot'] as const;

/** A lot that sells hours, with cameras at both ends. */
function makeLot(index: number, quantity: number): Lot {
  const spot: OwnSpot = {
    pk: index + 1,
    uuid: `00000000-0000-4000-8000-00000000000${index + 1}`,
    name: `Lot ${index + 1}`,
    city: 'Phoenix',
    state: 'AZ',
    timezone: 'America/Phoenix',
    classification: classifications[index % classifications.length] ?? 'Garage',
    quantity,
    price_hourly: hourlyPrice,
    price_daily: null,
    price_monthly: null,
    price_flat: null,
    daily_max: null,
  };
  return toLot(spot, []);
}

const membersOfLot = { monthly: 12, enterprise: 4, visitor: 8 } as const;

function makeMembers(seed: number, lot: Lot): Member[] {
  const kinds = Object.keys(membersOfLot) as Member['as'][];
  return kinds.flatMap((as) =>
    Array.from({ length: membersOfLot[as] }, (_, index) => ({
      lot,
      as,
      driver: makeDriver(seed, `${lot.spot.name} ${as} ${index}`, lot.spot.state, '602'),
    })),
  );
}

/** Who comes: a member, a car of a fleet whose plates differ only in the last digit, or anybody. */
const comers = { member: 0.2, fleet: 0.05, anybody: 0.75 } as const;

function makeFleetCar(seed: number, { spot }: Lot, random: Random): Driver {
  const number = random.int(0, 9);
  const driver = makeDriver(seed, `${spot.name} fleet ${number}`, spot.state, '602');
  const first = makeDriver(seed, `${spot.name} fleet`, spot.state, '602');
  const { state, country } = first;
  return { ...driver, state, country, plate: `${first.plate.slice(0, -1)}${number}` };
}

/** A member's rental, which began before the month and continues after it. */
function rentMember({ lot, driver, as }: Member, start: Instant, end: Instant): OtherStep[] {
  if (as === 'visitor') return [];
  const { plate, state, country, make, model, color, ...renter } = driver;
  const external_id = `${lot.spot.pk}-${as}-${plate}`;
  const item = {
    source: 'lotkeeper',
    external_id,
    spot: lot.spot.pk,
    rental_type: as,
    start_date: toIso(instant(start - dayMs)),
    end_date: toIso(instant(end + 60 * dayMs)),
    car: { plate, state, country, make, model, color },
    renter,
    charges: [],
  };
  return [{ kind: 'rental', at: start, item }];
}

/** Stays of one lot; a car that is still in, or has just left, doesn't come again. */
function listLotStays(
  { seed, start, end }: Pick<TrueMonth, 'seed' | 'start' | 'end'>,
  lot: Lot,
  members: readonly Member[],
): { stays: CarStay[]; steps: OtherStep[] } {
  const stays: CarStay[] = [];
  const steps: OtherStep[] = [];
  const freeAt = new Map<string, number>();
  for (let minute = start; minute < end; minute = instant(minute + minuteMs)) {
    const count = new Random(seed, 'cars', lot.spot.name, minute).poisson(
      carsPerMinute(lot, minute),
    );
    for (let car = 0; car < count; car += 1) {
      const random = new Random(seed, 'car', lot.spot.name, minute, car);
      const id = `${lot.spot.pk}-${minute / minuteMs}-${car}`;
      const comer = random.weighted(comers);
      const drawn = {
        member: () => random.pick(members).driver,
        fleet: () => makeFleetCar(seed, lot, random),
        anybody: () => driverAt(random, seed, lot, id),
      }[comer]();
      const isFree = (freeAt.get(drawn.plate) ?? 0) <= minute;
      const driver = isFree ? drawn : makeDriver(seed, id, lot.spot.state, '602');
      const entrance = instant(minute + random.int(0, minuteMs - 1));
      const coming = { id, spot: lot.spot, profile: lot.profile, driver, at: entrance };
      const stay =
        isFree && comer === 'member'
          ? {
              leaves: instant(entrance + drawMinutes(random, lot.profile) * minuteMs),
              steps: [],
            }
          : drawStay(random, coming);
      freeAt.set(driver.plate, stay.leaves + 5 * minuteMs);
      // Nobody leaves on the second.
      const exit = instant(stay.leaves + random.int(0, minuteMs - 1));
      stays.push({ id, lot, driver, entrance, exit });
      steps.push(...stay.steps);
    }
  }
  return { stays, steps };
}

/** Plays what really happens; the same for the same seed. */
export function makeTrueMonth(plan: {
  seed: number;
  start: Instant;
  days: number;
  lots: number;
  /** Spaces of each lot; about eight in ten are used each day. */
  quantity: number;
}): TrueMonth {
  const { seed, start, days } = plan;
  const end = instant(start + days * dayMs);
  const lots = Array.from({ length: plan.lots }, (_, index) => makeLot(index, plan.quantity));
  const members = lots.flatMap((lot) => makeMembers(seed, lot));
  const played = lots.map((lot) =>
    listLotStays(
      { seed, start, end },
      lot,
      members.filter((member) => member.lot === lot),
    ),
  );
  return {
    seed,
    start,
    end,
    lots,
    members,
    stays: played.flatMap(({ stays }) => stays),
    steps: [
      ...members.flatMap((member) => rentMember(member, start, end)),
      ...played.flatMap(({ steps }) => steps),
    ],
  };
}

/** A read, and the stay that it's really of. */
export interface TrueRead {
  stay: CarStay;
  step: ReadStep;
  /** Where there are several at an end, or of several makers. */
  camera?: {
    name: string;
    format: 'plate-recognizer' | 'openalpr' | 'frigate' | 'axis' | 'hikvision';
  };
}

/** What the cameras report of a month at some rates of errors. */
export const listTrueReads = ({ seed, stays }: TrueMonth, rates: ErrorRates): TrueRead[] =>
  stays.flatMap((stay) => {
    const { id, driver, lot, entrance: at, exit } = stay;
    const random = new Random(seed, 'reads', id);
    const cameras = { seed, rates, seen: { entrance: true, exit: true } };
    const steps = listPasses(random, { id, driver, spot: lot.spot, at }, exit, cameras);
    return steps.map((step) => ({ stay, step }));
  });
