import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, localDateOf } from '@lotkeeper/contract/kernel/calendar';
import { eventAt } from '@lotkeeper/contract/recurrence';
import type { EventRow } from '../../records/events.ts';
import { readEvents } from '../../records/events.ts';
import type { House } from '../../records/house.ts';
import { plateFold, plateKey } from '../../records/plates.ts';
import type { Recorder } from '../../records/recorder.ts';
import { timestampCell } from '../../records/recorder.ts';
import { readRate } from '../../records/set-prices.ts';
import type { Rate } from '../../records/stay-price.ts';
import { readEventClaims } from './events.queries.ts';
import { isEnforcementOff } from './events.rules.ts';
import type { Car, ClaimRow, DueVisit, Renter } from './settling.queries.ts';
import { readCars, readClaims, readRenters } from './settling.queries.ts';
import type { Finding, HouseRules } from './status.rules.ts';
import { judgeStay } from './status.rules.ts';

/** Everything that is known of a visit whose status is to be decided. */
export interface Case {
  visit: DueVisit;
  /** The car, when exactly one of the organization's has this plate. */
  car: Car | null;
  /** Whether the reads or the plate leave a doubt. */
  doubtful: boolean;
  /** Who rented with this car before; null = an unknown plate. */
  renter: Renter | null;
  finding: Finding;
  /** The price that counts for what is owed. */
  rate: Rate | null;
}

const foldOf = (visit: DueVisit) => plateFold(plateKey(visit.plate));
const seenAt = (visit: DueVisit) => (visit.entrance_at ?? visit.exit_at) as Instant;

/** The cars that a visit's plate may be: those with that very plate, else those whose plates look alike. */
function carsOf(visit: DueVisit, cars: readonly Car[]): { cars: readonly Car[]; exact: boolean } {
  const key = plateKey(visit.plate);
  const exact = cars.filter(
    (car) => car.plate_key === key && (visit.state === null || visit.state === car.state),
  );
  return exact.length > 0 ? { cars: exact, exact: true } : { cars, exact: false };
}

/** Whether a property charges who does not pay, at a moment. */
const enforcesAt = (house: House, events: readonly EventRow[]) => (at: Instant) =>
  house.enforcement_enabled && !isEnforcementOff(eventAt(events, at, house.timezone));

async function readAbout(recorder: Recorder, house: House, due: readonly DueVisit[], now: Instant) {
  const times = due.map(seenAt);
  const cars = await readCars(recorder, [...new Set(due.map(foldOf))]);
  const from = Math.min(...times) as Instant;
  const pks = cars.map((car) => car.pk);
  const span = { from, until: now };
  const [claims, eventClaims, events] = await Promise.all([
    readClaims(recorder, house.spot_pk, pks, span),
    readEventClaims(recorder, house, pks, span),
    readEvents(recorder, house.spot_pk, {
      first: localDateOf(from, house.timezone),
      last: localDateOf((now + dayMs) as Instant, house.timezone),
    }),
  ]);
  return {
    cars: Map.groupBy(cars, (car) => car.fold),
    claims: Map.groupBy([...claims, ...eventClaims], (claim) => claim.car_pk),
    events,
  };
}

function judge(
  visit: DueVisit,
  about: { cars: ReadonlyMap<string, Car[]>; claims: ReadonlyMap<number, ClaimRow[]> },
  rules: HouseRules,
  now: Instant,
): Omit<Case, 'renter' | 'rate'> {
  const { cars, exact } = carsOf(visit, about.cars.get(foldOf(visit)) ?? []);
  const doubtful = visit.doubtful || cars.length > 1 || (cars.length > 0 && !exact);
  const claims = cars
    .flatMap((car) => about.claims.get(car.pk) ?? [])
    .filter((claim) => claim.rental_pk === null || claim.rental_pk !== visit.automatic_pk);
  const finding = judgeStay({ ...visit, doubtful }, claims, rules, now);
  const car = exact && cars.length === 1 ? (cars[0] ?? null) : null;
  return { visit, car, doubtful, finding };
}

const isNew = ({ visit, finding }: Pick<Case, 'visit' | 'finding'>) =>
  finding.owes !== null && visit.violation_pk === null && visit.automatic_pk === null;

/** Judges visits, and reads for those that owe something new who the renter may be and at what price. */
export async function openCases(
  recorder: Recorder,
  house: House,
  due: readonly DueVisit[],
  now: Instant,
): Promise<Case[]> {
  const about = await readAbout(recorder, house, due, now);
  const enforces = enforcesAt(house, about.events);
  const rules = { graceMs: house.grace_minutes * 60_000, enforces };
  const judged = due.map((visit) => judge(visit, about, rules, now));
  const fresh = judged.filter(isNew);
  const renters = await readRenters(
    recorder,
    fresh.flatMap(({ car, visit }) =>
      car ? [{ visit_pk: visit.pk, car_pk: car.pk, before: timestampCell(seenAt(visit)) }] : [],
    ),
  );
  const rates = new Map(
    await Promise.all(
      fresh.map(async ({ visit, finding }): Promise<[number, Rate | null]> => {
        const from = finding.owes?.from ?? seenAt(visit);
        const stay = { from, plateFold: foldOf(visit) };
        return [visit.pk, await readRate(recorder, house, stay, about.events)];
      }),
    ),
  );
  return judged.map((one) => ({
    ...one,
    renter: renters.find((renter) => renter.visit_pk === one.visit.pk) ?? null,
    rate: one.visit.rate ?? rates.get(one.visit.pk) ?? null,
  }));
}
