import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { BasisPoints, Cents } from '@lotkeeper/contract/kernel/money';
import { cents, computeShare, largerHalf, sum } from '@lotkeeper/contract/kernel/money';
import type { OwnSpot } from '@lotkeeper/contract/platform/own-spots';
import type { ErrorRates } from './cameras/errors.ts';
import { findCameraState } from './cameras/errors.ts';
import { makeReadings } from './readings.ts';
import type { OtherStep, ReadStep, Step } from './steps.ts';
import type { Driver } from './world/drivers.ts';
import type { ProfileName } from './world/profiles.ts';
import { profiles } from './world/profiles.ts';
import type { Random } from './world/random.ts';

const taxRate = 860 as BasisPoints;
const processingRate = 290 as BasisPoints;

/** The source name of the drivers' own app; aggregators use theirs. */
const app = 'lotkeeper';

/** How a driver behaves at a lot, as shares of the drivers. */
const habits = {
  /** Pays by app soon after arriving. */
  pays: 0.68,
  /** Booked at an aggregator in advance. */
  booked: 0.12,
  /** Pays long after arriving. */
  late: 0.03,
  /** Turns around within minutes. */
  turns: 0.09,
  /** Never pays. */
  free: 0.08,
} as const;
type Habit = keyof typeof habits;

/** One car's arrival at a lot. */
export interface Coming {
  id: string;
  spot: OwnSpot;
  profile: ProfileName;
  driver: Driver;
  at: Instant;
}

/** What a car really does, and what the app and aggregators report about it. */
export interface TrueStay {
  leaves: Instant;
  steps: OtherStep[];
}

/** What the driver of a car does who comes to a lot. */
export function drawStay(random: Random, coming: Coming): TrueStay {
  const priced = findPrice(coming.spot, 60) !== null;
  const habit: Habit = priced ? random.weighted(habits) : 'turns';
  const stay = habit === 'turns' ? random.int(2, 9) : drawMinutes(random, coming.profile);
  const leaves = later(coming.at, stay + (habit === 'turns' ? 0 : lateness(random)));
  if (habit === 'turns' || habit === 'free') return { leaves, steps: [] };
  return { leaves, steps: rentalSteps(random, coming, { habit, stay, leaves }) };
}

/** The cameras of a lot. */
export interface LotCameras {
  seed: number;
  rates: ErrorRates;
  /** Whether there are cameras at each end. */
  seen: { entrance: boolean; exit: boolean };
}

/** Everything that cameras, the app and aggregators report about a car that arrives at a lot. */
export function listSteps(random: Random, coming: Coming, cameras: LotCameras): Step[] {
  const { leaves, steps } = drawStay(random, coming);
  return [...listPasses(random, coming, leaves, cameras), ...steps];
}

const later = (at: number, minutes: number) => instant(Math.round(at + minutes * minuteMs));

/** Most leave a little before their time is up, one in eight well after. */
const lateness = (random: Random) =>
  random.chance(0.12) ? random.int(10, 80) : -random.int(1, 12);

export function drawMinutes(random: Random, profile: ProfileName): number {
  const [median, spread] = profiles[profile].stay;
  return Math.round(Math.min(600, Math.max(25, median * Math.exp(spread * random.normal()))));
}

/** What the cameras of a lot report about a car that came and left. */
export function listPasses(
  random: Random,
  { driver, id, spot, at }: Pick<Coming, 'driver' | 'id' | 'spot' | 'at'>,
  leaves: Instant,
  { seed, rates, seen }: LotCameras,
): ReadStep[] {
  const pass = (direction: 'Entrance' | 'Exit', at: Instant) => {
    const camera = findCameraState(rates, { seed, camera: `${spot.name} ${direction}` }, at);
    return makeReadings(
      random,
      rates,
      { driver, direction, at, event: `${id}-${direction}` },
      camera,
    );
  };
  return [
    ...(seen.entrance ? pass('Entrance', at) : []),
    ...(seen.exit ? pass('Exit', leaves) : []),
  ];
}

interface Renting {
  habit: 'pays' | 'booked' | 'late';
  stay: number;
  leaves: Instant;
}

function rentalSteps(
  random: Random,
  coming: Coming,
  { habit, stay, leaves }: Renting,
): OtherStep[] {
  const paidAfter = habit === 'late' ? random.int(20, 40) : random.int(1, 6);
  const booked = habit === 'booked';
  const reportedAt = later(coming.at, booked ? -random.int(10, 170) : paidAfter);
  const start = drawStart(random, coming, habit, reportedAt);
  const rental = { source: booked ? pickAggregator(random) : app, external_id: coming.id };
  const price = findPrice(coming.spot, stay);
  if (price === null || reportedAt >= leaves) return [];
  const end = later(coming.at, Math.max(stay, 30));
  const { plate, state, country, make, model, color, ...renter } = coming.driver;
  const create: OtherStep = {
    kind: 'rental',
    at: reportedAt,
    item: {
      ...rental,
      spot: coming.spot.pk,
      rental_type: price.type,
      start_date: toIso(start),
      end_date: toIso(end),
      car: { plate, state, country, make, model, color },
      renter,
      charges: [
        {
          external_id: `${coming.id}-1`,
          occurred_at: toIso(reportedAt),
          ...splitPrice(price.amount),
        },
      ],
    },
  };
  return [create, ...afterwards(random, coming, { rental, price, end, leaves })];
}

/** A booking begins a little before the car arrives, and late payers pay from their arrival. */
function drawStart(
  random: Random,
  { at }: Coming,
  habit: Renting['habit'],
  reportedAt: Instant,
): Instant {
  if (habit === 'booked') return later(at, -random.int(0, 12));
  return habit === 'late' ? at : reportedAt;
}

interface Rented {
  rental: { source: string; external_id: string };
  price: { type: 'hourly' | 'daily' | 'flat_rate'; amount: Cents };
  end: Instant;
  leaves: Instant;
}

/** Extensions, early departures, refunds and reviews. */
function afterwards(random: Random, coming: Coming, rented: Rented): OtherStep[] {
  const { rental, price, end, leaves } = rented;
  const steps: OtherStep[] = [];
  const hourly = coming.spot.price_hourly;
  if (leaves > end && hourly !== null && price.type === 'hourly' && random.chance(0.5)) {
    steps.push(...extension(coming, rented, hourly));
  } else if (leaves < end && random.chance(0.3)) {
    steps.push({ kind: 'end', at: leaves, item: { ...rental, ended_at: toIso(leaves) } });
  }
  if (random.chance(0.02)) {
    const amount = largerHalf(price.amount);
    const at = later(leaves, 30);
    const amounts = { ...splitPrice(amount), processing_fee: 0 };
    const item = { source: rental.source, external_id: `${coming.id}-r`, occurred_at: toIso(at) };
    steps.push({ kind: 'refund', at, item: { ...item, rental, ...amounts } });
  }
  if (random.chance(0.12)) steps.push(makeReview(random, coming, later(leaves, 12)));
  return steps;
}

function extension(coming: Coming, { rental, end, leaves }: Rented, hourly: number): OtherStep[] {
  const at = later(end, -4);
  const hours = Math.ceil((leaves - end) / (60 * minuteMs));
  const until = toIso(later(end, hours * 60));
  const amounts = splitPrice(cents(hours * hourly));
  return [
    { kind: 'change', at, item: { ...rental, changed_at: toIso(at), end_date: until } },
    {
      kind: 'payment',
      at,
      item: {
        source: rental.source,
        external_id: `${coming.id}-2`,
        kind: 'charge',
        occurred_at: toIso(at),
        rental,
        ...amounts,
      },
    },
  ];
}

/** What a driver pays for a price: tax on top, the processor's fee included. */
function splitPrice(price: Cents) {
  const tax = computeShare(price, taxRate);
  const amount = sum(price, tax);
  return { amount, tax, processing_fee: computeShare(amount, processingRate) };
}

/** The cheapest rental for a stay of this length; null if nothing is sold. */
function findPrice(spot: OwnSpot, minutes: number): Rented['price'] | null {
  const hours = Math.ceil(minutes / 60);
  const offers = [
    {
      type: 'hourly' as const,
      amount: spot.price_hourly === null ? null : hours * spot.price_hourly,
    },
    { type: 'daily' as const, amount: spot.price_daily },
    { type: 'flat_rate' as const, amount: spot.price_flat },
  ].flatMap(({ type, amount }) => (amount === null ? [] : [{ type, amount: cents(amount) }]));
  return offers.toSorted((a, b) => a.amount - b.amount)[0] ?? null;
}

const pickAggregator = (random: Random) =>
  random.weighted({ spothero: 5, parkwhiz: 3, parkway: 1, airport_parking: 1 });

const comments: Record<number, readonly string[]> = {
  5: ['Easy in and out', 'Well lit and clean', 'Great price'],
  4: ['Fine', 'A bit full, but found a space'],
  3: ['Signs could be clearer'],
  2: ['Spaces are narrow', 'Took long to pay'],
  1: ['Was full although I had paid'],
};

function makeReview(random: Random, { id, spot }: Coming, at: Instant): OtherStep {
  const rating = 1 + random.index([6, 5, 9, 25, 55]);
  const comment = random.chance(0.4) ? random.pick(comments[rating] ?? ['']) : null;
  const item = { source: app, external_id: id, spot: spot.pk, rating, comment };
  return { kind: 'review', at, item: { ...item, created_at: toIso(at) } };
}
