import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents, zeroCents } from '@lotkeeper/contract/kernel/money';
import { staticCurve } from '@lotkeeper/contract/operations/rate-curves';
import type { Driver } from '@lotkeeper/simulator/world/drivers';
import { makeDriver } from '@lotkeeper/simulator/world/drivers';
import { Random } from '@lotkeeper/simulator/world/random';
import type { Database } from '../kernel/data/database.ts';
import { openSandbox } from '../processor/sandbox.ts';
import type { MovementInput } from '../records/money/entries.ts';
import type { Rate } from '../records/operations/stay-price.ts';
import { priceOfTime } from '../records/operations/stay-price.ts';
import type { ValetBooking } from '../records/operations/valet-sessions.ts';
import {
  changeValetSession,
  insertSessions,
  onFile,
} from '../records/operations/valet-sessions.ts';
import type { RentalInput } from '../records/people/rentals.ts';
import { recordRentals } from '../records/people/rentals.ts';
import type { Recorder } from '../records/recorder.ts';
import { dayFactor, hourWeights } from './demand.ts';
import type { LotInWorld, World } from './world.ts';
import { computeDemoBreakdown, paidFor } from './world.ts';
import type { Tools } from './writer.ts';
import { recording } from './writer.ts';

/** The only lot with a valet stand. */
const standAt = 'copper';
const counts = { active: 11, booked: 4, walkedIn: 2 };
/** Cars on an average day of this year. */
const perDay = 12;
const batchSize = 1500;

/** A car that came to the stand, or is expected. */
interface Parked {
  n: number;
  uuid: string;
  driver: Driver;
  /** null = it hasn't arrived yet. */
  from: Instant | null;
  /** null = it hasn't left yet. */
  until: Instant | null;
  booked: boolean;
}

/** The cars that came and left, from the first day of the history on, and those that are here or expected. */
function plan({ seed, now }: World, { lot, days }: LotInWorld): Parked[] {
  const random = new Random(seed, 'valet', lot.key);
  const before = (minutes: number) => instant(now - minutes * minuteMs);
  const cars: Parked[] = [];
  const add = (from: Instant | null, until: Instant | null, booked?: boolean) => {
    const n = cars.length;
    const driver = makeDriver(seed, `${lot.key} valet ${n}`, lot.state, lot.area_code);
    cars.push({ n, driver, uuid: random.uuid(), from, until, booked: booked ?? n % 4 === 0 });
  };
  for (const day of days.filter(({ ago }) => ago <= 0)) {
    const weights = hourWeights(lot, day);
    for (let rest = random.poisson(perDay * dayFactor(seed, lot, day)); rest > 0; rest -= 1) {
      const from = instant(day.start + (random.index(weights) * 60 + random.int(0, 59)) * minuteMs);
      const until = instant(from + random.int(35, 260) * minuteMs);
      if (until < before(20)) add(from, until);
    }
  }
  for (let n = 0; n < counts.active; n += 1) add(before(random.int(8, 330)), null);
  for (let n = 0; n < counts.booked; n += 1) add(null, null, true);
  for (let n = 0; n < counts.walkedIn; n += 1) add(null, null, false);
  return cars;
}

const getExternalId = ({ n }: Parked) => `demo-valet-${n}`;
const bookedPrice = cents(1800);

function toBooking(world: World, { pk }: LotInWorld, car: Parked): ValetBooking {
  const { driver, booked } = car;
  const { plate, state, country, make, model, color } = driver;
  const unknown = { plate: null, state: null, country: null, make: null, model: null, color: null };
  return {
    uuid: car.uuid,
    source: booked ? 'valet-site' : 'valet-stand',
    external_id: getExternalId(car),
    spot_pk: pk,
    phone: driver.phone,
    ...(car.from === null ? {} : { created_at: instant(car.from - 5 * minuteMs) }),
    booked_for: booked ? (car.from ?? instant(world.now + (car.n % 5) * 45 * minuteMs)) : null,
    rental_type: 'hourly',
    outstanding_balance: booked ? bookedPrice : zeroCents,
    metered: !booked,
    ...(booked || car.from !== null ? { plate, state, country, make, model, color } : unknown),
    notes: car.n % 9 === 0 ? 'Scratch on the rear bumper, left side.' : null,
  };
}

const getRate = ({ lot }: LotInWorld): Rate => ({
  rule: 'price of the property',
  name: null,
  unit: 'hour',
  price: cents(lot.price_hourly ?? 500),
  base_price: null,
  curve: staticCurve,
  daily_min: null,
  daily_max: lot.daily_max === null ? null : cents(lot.daily_max),
});

/** The rental of a car that arrived: a zero charge on arrival, and the payment before it left. */
function toRental(world: World, at: LotInWorld, { car, from }: Arrival): RentalInput {
  const { driver, until, booked, uuid } = car;
  const charge = { kind: 'charge' as const, occurred_at: from };
  const first: MovementInput = { ...charge, external_id: uuid, amount: zeroCents, tax: zeroCents };
  const later: MovementInput[] = [];
  if (until !== null) {
    const price = priceOfTime(getRate(at), from, until);
    const amount = booked ? bookedPrice : paidFor(world, price);
    const breakdown = computeDemoBreakdown(world, amount);
    later.push({
      ...charge,
      external_id: `${uuid}-paid`,
      occurred_at: until,
      amount,
      ...breakdown,
    });
  }
  return {
    source: 'valet',
    external_id: uuid,
    spot_pk: at.pk,
    rental_type: 'hourly',
    start_date: from,
    end_date: until,
    car: driver,
    renter: { phone: driver.phone },
    movements: [first, ...later],
  };
}

/** A car that arrived, with its session and its rental. */
interface Arrival {
  car: Parked;
  from: Instant;
  /** Of its session. */
  pk: number;
}

/** Advances sessions to the states of their cars. */
async function bring(
  { tx, organizationId }: Recorder,
  arrivals: readonly (Arrival & { rental_pk: number })[],
  { person, rate, now }: { person: number; rate: Rate; now: Instant },
) {
  const changes = arrivals.map(({ car: { until, booked, n }, from, pk, rental_pk }) => ({
    pk,
    rental_pk,
    status: until === null ? 'active' : 'ended',
    key_tag: `${String.fromCharCode(65 + (n % 6))}${10 + (n % 40)}`,
    rate: booked ? null : rate,
    checked_in_at: toIso(from),
    checked_out_at: until && toIso(until),
    checked_out_by: until && person,
    requested_at:
      until === null && n % 5 === 0
        ? toIso(instant(Math.max(from, now - (3 + (n % 7)) * minuteMs)))
        : null,
  }));
  await tx`
    update valet_sessions s
    set rental_pk = c.rental_pk, status = c.status, key_tag = c.key_tag, rate = c.rate,
      checked_in_at = c.checked_in_at, checked_in_by = ${person}, checked_out_at = c.checked_out_at,
      checked_out_by = c.checked_out_by, requested_at = c.requested_at
    from json_to_recordset(${JSON.stringify(changes)}::text::json) c(pk bigint, rental_pk bigint, status text,
      key_tag text, rate jsonb, checked_in_at timestamptz, checked_out_at timestamptz, checked_out_by bigint,
      requested_at timestamptz)
    where s.organization_id = ${organizationId} and s.pk = c.pk`;
}

/** Inserts the sessions of cars, all pending, and returns those whose cars arrived. */
async function insertAll(
  recorder: Recorder,
  world: World,
  at: LotInWorld,
  cars: readonly Parked[],
) {
  const bookings = cars.map((car) => toBooking(world, at, car));
  const sessions = await insertSessions(recorder, bookings, world.now);
  const pks = new Map(sessions.map((row) => [row.external_id, row.pk]));
  return cars.flatMap((car): Arrival[] => {
    const pk = pks.get(getExternalId(car)) ?? 0;
    return car.from === null ? [] : [{ car, from: car.from, pk }];
  });
}

async function findValet({ tx, organizationId }: Recorder): Promise<number> {
  const [person] = await tx<{ pk: number }[]>`
    select person_pk as pk from affiliations
    where organization_id = ${organizationId} and role = 'VALET' order by person_pk limit 1`;
  return person?.pk ?? 0;
}

/** Puts cards on file for two in three of the cars that are here or expected. */
async function giveCards(database: Database, world: World, { pk }: LotInWorld): Promise<void> {
  const sandbox = openSandbox({ sql: database.system, clock: () => world.now });
  const rows = await database.system<{ pk: number; uuid: string }[]>`
    select pk, uuid from valet_sessions
    where organization_id = ${world.organizationPk} and spot_pk = ${pk} and status <> 'ended'
    order by external_id`;
  for (const [index, row] of rows.entries()) {
    if (index % 3 === 2) continue;
    const number = index % 2 ? '5555555555554444' : '4242424242424242';
    const holder = { number, exp_month: '08', exp_year: '2031', cvc: '123' };
    const token = await sandbox.createCardToken(holder);
    const card = await sandbox.keepCard({ name: row.uuid, customer_ref: null }, token);
    await recording(database, world, (recorder) =>
      changeValetSession(recorder, row.pk, onFile(sandbox.name, card)),
    );
  }
}

/** The sessions of a valet stand: pending, active and ended. Their drivers get no text messages. */
export async function openValetStand({ database, stop }: Tools, world: World): Promise<void> {
  const at = world.lots.find(({ lot }) => lot.key === standAt);
  if (!at) return;
  const cars = plan(world, at);
  for (let first = 0; first < cars.length; first += batchSize) {
    stop.signal.throwIfAborted();
    await recording(database, world, async (recorder) => {
      const batch = cars.slice(first, first + batchSize);
      const arrivals = await insertAll(recorder, world, at, batch);
      const rentals = await recordRentals(
        recorder,
        arrivals.map((arrival) => toRental(world, at, arrival)),
      );
      await bring(
        recorder,
        arrivals.map((arrival, index) => ({ ...arrival, rental_pk: rentals[index]?.pk ?? 0 })),
        { person: await findValet(recorder), rate: getRate(at), now: world.now },
      );
    });
  }
  await giveCards(database, world, at);
}
