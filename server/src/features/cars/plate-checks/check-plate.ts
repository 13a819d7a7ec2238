import type { PlateCheck, PlateRight } from '@lotkeeper/contract/cars/plate-checks';
import { alikePlates, nearRightHours } from '@lotkeeper/contract/cars/plate-checks';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { listNearFolds, plateFold, plateKey } from '@lotkeeper/contract/kernel/plates';
import { requireFound } from '../../../kernel/refusal.ts';
import { rightTime } from '../../../records/cars/read-times.ts';
import type { EnforcementPolicy } from '../../../records/operations/enforcement-policy.ts';
import { readPolicy } from '../../../records/operations/enforcement-policy.ts';
import { readEvents } from '../../../records/operations/events.ts';
import type { RecordReader } from '../../../records/recorder.ts';
import type { Car, ClaimRow } from '../visits/public.ts';
import { enforcesAt, readCars, readClaims, readRights } from '../visits/public.ts';
import type { OpenVisit } from './plate-checks.queries.ts';
import {
  findAskedAt,
  readOpenVisits,
  readReadsOfPlate,
  readSpotNames,
  readViolationsOfPlate,
  sortViolations,
} from './plate-checks.queries.ts';
import { judgePlate, nameRight } from './plate-checks.rules.ts';

/** A plate as a person typed it; null as state = unknown. */
export interface TypedPlate {
  plate: string;
  state: string | null;
}

type Right = ClaimRow & { spot_pk?: number | null };
type Wire = Omit<PlateCheck, 'reads'> & {
  reads: (Omit<PlateCheck['reads'][number], 'image_url'> & { image: string | null })[];
};

/** What is known of a plate, with the visit that cameras began. */
export interface CheckedPlate {
  policy: EnforcementPolicy;
  visit: OpenVisit | null;
  check: Wire;
}

const isState = (state: string | null, other: string | null) =>
  state === null || other === null || state === other;

/** The cars that a typed plate may mean: its own, those that look the same, and those that differ by a character. */
async function readLikelyCars(reader: RecordReader, { plate, state }: TypedPlate) {
  const key = plateKey(plate);
  const fold = plateFold(key);
  const cars = await readCars(reader, [fold, ...listNearFolds(fold)]);
  const isOwn = (car: Car) => car.plate_key === key && isState(state, car.state);
  return {
    own: cars.filter(isOwn),
    lookalikes: cars.filter((car) => car.fold === fold && !isOwn(car)),
    near: cars.filter((car) => car.fold !== fold),
  };
}

const pksOf = (cars: readonly Car[]) => new Set(cars.map(({ pk }) => pk));

/** Says whether a car may park at a property now, by the rules that settle visits, and writes nothing. */
export async function checkPlate(
  reader: RecordReader,
  spotPk: number,
  typedPlate: TypedPlate,
  now: Instant,
): Promise<CheckedPlate> {
  const key = plateKey(typedPlate.plate);
  const [found, cars, reads, violations] = await Promise.all([
    readPolicy(reader, spotPk),
    readLikelyCars(reader, typedPlate),
    readReadsOfPlate(reader, spotPk, plateFold(key)),
    readViolationsOfPlate(reader, spotPk, { key, state: typedPlate.state }, now),
  ]);
  const policy = requireFound(found, 'property');
  const all = [...cars.own, ...cars.lookalikes, ...cars.near];
  const today = toLocalDate(now, policy.timezone);
  const ownPks = pksOf(cars.own);
  const [visits, askedAt, events] = await Promise.all([
    readOpenVisits(reader, spotPk, [...new Set([key, ...all.map((car) => car.plate_key)])], now),
    findAskedAt(reader, spotPk, [...ownPks], now),
    readEvents(reader, spotPk, {
      first: toLocalDate(instant(now - dayMs), policy.timezone),
      last: today,
    }),
  ]);
  const visit =
    visits.find(
      (candidate) => candidate.plate_key === key && isState(typedPlate.state, candidate.state),
    ) ?? null;
  const nearMs = nearRightHours * hourMs;
  const from = instant(Math.min(now, visit?.entrance_at ?? now) - nearMs);
  const span = { from, until: instant(now + nearMs) };
  const [rights, elsewhere]: [Right[], Right[]] = await Promise.all([
    all.length > 0 ? readRights(reader, policy, all, span) : [],
    ownPks.size > 0
      ? readClaims(reader, { notAt: spotPk }, [...ownPks], { from: now, until: now })
      : [],
  ]);
  const rightsOf = (candidates: readonly Car[]) => {
    const pks = pksOf(candidates);
    return rights.filter(({ car_pk }) => pks.has(car_pk));
  };
  const own = rightsOf(cars.own);
  const rules = {
    graceMs: policy.grace_minutes * minuteMs,
    enforces: enforcesAt(policy, events),
  };
  const finding = judgePlate(
    {
      cameAt: visit?.entrance_at ?? null,
      askedAt,
      own,
      // A service car's right holds everywhere, and is among its own.
      elsewhere: elsewhere.filter(({ spot_pk }) => spot_pk !== null),
      lookalikes: rightsOf(cars.lookalikes),
      near: rightsOf(cars.near),
    },
    rules,
    now,
  );
  const shownRights = finding.rights.slice(0, alikePlates);
  const spots = await readNames(reader, shownRights);
  const toRight = (right: Right): PlateRight => {
    const car = all.find(({ pk }) => pk === right.car_pk);
    const isOther = car !== undefined && !ownPks.has(car.pk);
    return {
      kind: nameRight(right),
      from: right.from,
      until: right.until,
      spot:
        right.spot_pk === spotPk ? null : (spots.find(({ pk }) => pk === right.spot_pk) ?? null),
      plate: isOther ? { plate: car.plate, state: car.state } : null,
      seen_at: isOther
        ? (visits.find((candidate) => candidate.plate_key === car.plate_key)?.entrance_at ?? null)
        : null,
    };
  };
  const coming =
    finding.answer === 'may_park' ? [] : own.filter((right) => right.from > now).slice(0, 1);
  const { violation, owes } = sortViolations(violations, visit?.entrance_at ?? null, now);
  const mayOwe = ['waiting', 'elsewhere', 'alike', 'expired', 'unknown'].includes(finding.answer);
  return {
    policy,
    visit,
    check: {
      checked_at: now,
      plate: typedPlate.plate.toUpperCase(),
      state: typedPlate.state ?? cars.own[0]?.state ?? visit?.state ?? null,
      answer: finding.answer,
      until: finding.until,
      came_at: visit?.entrance_at ?? null,
      asked_at: finding.answer === 'waiting' ? askedAt : null,
      grace_minutes: policy.grace_minutes,
      rights: [...shownRights, ...coming].map(toRight),
      reads: reads.map(({ direction, camera, image, ...read }) => ({
        captured_at: rightTime(read),
        direction,
        camera,
        image,
      })),
      violation: violation && {
        uuid: violation.uuid,
        code: violation.code,
        amount: violation.amount,
        status: violation.status,
      },
      owes,
      penalty: mayOwe && !violation ? policy.penalty_amount : null,
    },
  };
}

async function readNames(reader: RecordReader, rights: readonly Right[]) {
  const pks = rights.flatMap(({ spot_pk }) => spot_pk ?? []);
  return pks.length > 0 ? readSpotNames(reader, pks) : [];
}
