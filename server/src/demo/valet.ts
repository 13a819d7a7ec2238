import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents, zeroCents } from '@lotkeeper/contract/kernel/money';
import { staticCurve } from '@lotkeeper/contract/operations/rate-curves';
import type { Driver } from '@lotkeeper/simulator/world/drivers';
import { makeDriver } from '@lotkeeper/simulator/world/drivers';
import { Random } from '@lotkeeper/simulator/world/random';
import type { Database } from '../kernel/data/database.ts';
import { openSandbox } from '../processor/sandbox.ts';
import type { MovementInput } from '../records/entries.ts';
import type { Recorder } from '../records/recorder.ts';
import type { RentalInput } from '../records/rentals.ts';
import { recordRentals } from '../records/rentals.ts';
import type { Rate } from '../records/stay-price.ts';
import { priceOfTime } from '../records/stay-price.ts';
import type { ValetBooking } from '../records/valet-sessions.ts';
import { changeValetSession, insertSessions, onFile } from '../records/valet-sessions.ts';
import type { LotInWorld, World } from './world.ts';
import { computeDemoBreakdown, paidFor } from './world.ts';
import { recording } from './writer.ts';

/** The only lot with a valet stand. */
const standAt = 'copper';
const counts = { ended: 70, active: 11, booked: 4, walkedIn: 2 };

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

/** Past, present and expected cars; past ones are spread over the last days, so that some left today. */
function plan({ seed, now }: World, { lot }: LotInWorld): Parked[] {
  const random = new Random(seed, 'valet', lot.key);
  const total = counts.ended + counts.active + counts.booked + counts.walkedIn;
  const before = (minutes: number) => instant(now - minutes * minuteMs);
  return Array.from({ length: total }, (_, n) => {
    const driver = makeDriver(seed, `${lot.key} valet ${n}`, lot.state, lot.area_code);
    const car = { n, driver, uuid: random.uuid() };
    const waiting = n - counts.ended - counts.active;
    if (waiting >= 0) return { ...car, from: null, until: null, booked: waiting < counts.booked };
    if (n >= counts.ended) {
      return { ...car, from: before(random.int(8, 330)), until: null, booked: n % 4 === 0 };
    }
    const left = 20 + n * 58 + random.int(0, 40);
    const stayed = random.int(35, 260);
    return { ...car, from: before(left + stayed), until: before(left), booked: n % 4 === 0 };
  });
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
    ...(booked ? { plate, state, country, make, model, color } : unknown),
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

/** Advances a session to the state of its car. */
async function bring(
  recorder: Recorder,
  { car, from, pk }: Arrival,
  options: { rental_pk: number; person: number; rate: Rate; now: Instant },
) {
  const { driver, until, booked, n } = car;
  const { plate, state, country, make, model, color } = driver;
  const requestedAt = instant(Math.max(from, options.now - (3 + (n % 7)) * minuteMs));
  await changeValetSession(recorder, pk, {
    plate,
    state,
    country,
    make,
    model,
    color,
    status: until === null ? 'active' : 'ended',
    key_tag: `${String.fromCharCode(65 + (n % 6))}${10 + (n % 40)}`,
    rate: booked ? null : options.rate,
    rental_pk: options.rental_pk,
    checked_in_at: from,
    checked_in_by: options.person,
    ...(until === null ? {} : { checked_out_at: until, checked_out_by: options.person }),
    ...(until === null && n % 5 === 0 ? { requested_at: requestedAt } : {}),
  });
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
export async function openValetStand(database: Database, world: World): Promise<void> {
  const at = world.lots.find(({ lot }) => lot.key === standAt);
  if (!at) return;
  await recording(database, world, async (recorder) => {
    const arrivals = await insertAll(recorder, world, at, plan(world, at));
    const rentals = await recordRentals(
      recorder,
      arrivals.map((arrival) => toRental(world, at, arrival)),
    );
    const options = { person: await findValet(recorder), rate: getRate(at), now: world.now };
    for (const [index, arrival] of arrivals.entries()) {
      await bring(recorder, arrival, { ...options, rental_pk: rentals[index]?.pk ?? 0 });
    }
  });
  await giveCards(database, world, at);
}
