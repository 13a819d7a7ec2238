import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import {
  isPlaceholder,
  listNearFolds,
  plateFold,
  plateKey,
} from '@lotkeeper/contract/kernel/plates';
import { eventAt } from '@lotkeeper/contract/operations/recurrence';
import type { EnforcementPolicy } from '../../../records/operations/enforcement-policy.ts';
import type { EventRow } from '../../../records/operations/events.ts';
import { readEvents } from '../../../records/operations/events.ts';
import { readRate } from '../../../records/operations/set-prices.ts';
import type { Rate } from '../../../records/operations/stay-price.ts';
import type { Recorder, RecordReader } from '../../../records/recorder.ts';
import { timestampCell } from '../../../records/recorder.ts';
import type { OwnVisit } from './alike-cars.queries.ts';
import { readOwnVisits, readTwoApart } from './alike-cars.queries.ts';
import { completes, sharesPasses, wasBeside } from './alike-cars.rules.ts';
import { readEventClaims } from './events.queries.ts';
import { isEnforcementOff } from './events.rules.ts';
import type { Car, ClaimRow, DueVisit } from './settling.queries.ts';
import { readCars, readClaims, readRenters, readUnseenEnds } from './settling.queries.ts';
import type { Claim, Finding, ParkingPolicy } from './status.rules.ts';
import { judgeStay } from './status.rules.ts';
import type { VisitAssessment } from './visit-assessment.ts';
import { hasOtherPlate } from './visit-assessment.ts';
import { holdCharges } from './visits-holds.ts';

const toFold = (visit: DueVisit) => plateFold(plateKey(visit.plate));
const seenAt = (visit: DueVisit) => (visit.entrance_at ?? visit.exit_at) as Instant;

/** The cars that a visit's plate may belong to: those with exactly that plate, otherwise those with similar plates. */
function matchCars(
  visit: DueVisit,
  cars: readonly Car[],
): { cars: readonly Car[]; exact: boolean } {
  const key = plateKey(visit.plate);
  const exact = cars.filter(
    (car) => car.plate_key === key && (visit.state === null || visit.state === car.state),
  );
  return exact.length > 0 ? { cars: exact, exact: true } : { cars, exact: false };
}

/** Whether a property charges unpaid stays at a given time. */
export const enforcesAt =
  (policy: EnforcementPolicy, events: readonly EventRow[]) => (at: Instant) =>
    policy.enforcement_enabled && !isEnforcementOff(eventAt(events, at, policy.timezone));

/** Whether a stay may have lasted longer than the grace time, or its end isn't known. */
function mayOwe({ entrance_at, exit_at, exit_missed }: DueVisit, graceMs: number, now: Instant) {
  if (entrance_at === null) return false;
  const end = exit_at ?? (exit_missed ? Number.POSITIVE_INFINITY : now);
  return end - entrance_at >= graceMs;
}

/** What gives cars the right to be at a property in a span of time. */
export async function readRights(
  recorder: RecordReader,
  policy: EnforcementPolicy,
  cars: readonly Car[],
  span: { from: Instant; until: Instant },
): Promise<ClaimRow[]> {
  const pks = cars.map((car) => car.pk);
  const [claims, eventClaims] = await Promise.all([
    readClaims(recorder, { at: policy.spot_pk }, pks, span),
    readEventClaims(recorder, policy, pks, span),
  ]);
  return [...claims, ...eventClaims];
}

/** Cars whose plates aren't exactly those of visits that look like them. */
function listAlike(due: readonly DueVisit[], cars: readonly Car[]): Car[] {
  const read = new Set(due.map(({ plate }) => plateKey(plate)));
  const isAlike = ({ fold, plate_key }: Car) =>
    due.some((visit) => toFold(visit) === fold && plateKey(visit.plate) !== plate_key);
  return cars.filter((car) => !read.has(car.plate_key) || isAlike(car));
}

/** The visits of cars under exactly their plates, by plate: as they are in the database, or about to be. */
async function readOwn(
  recorder: Recorder,
  policy: EnforcementPolicy,
  cars: readonly Car[],
  { due, span }: { due: readonly DueVisit[]; span: { from: Instant; until: Instant } },
): Promise<Map<string, OwnVisit[]>> {
  if (cars.length === 0) return new Map();
  const keys = [...new Set(cars.map((car) => car.plate_key))];
  const known = await readOwnVisits(recorder, policy.spot_pk, keys, span);
  const isDue = new Set(due.map(({ pk }) => pk));
  const own = [
    ...known.filter(({ pk }) => !isDue.has(pk)),
    ...due.map((visit) => ({ ...visit, plate_key: plateKey(visit.plate) })),
  ];
  return Map.groupBy(own, (visit) => visit.plate_key);
}

/** Whether the car with a plate was there besides a visit's own car. */
const isBeside = (
  visit: DueVisit,
  { plate_key }: Car,
  ownVisits: ReadonlyMap<string, readonly OwnVisit[]>,
): boolean =>
  plateKey(visit.plate) !== plate_key &&
  wasBeside(
    visit,
    (ownVisits.get(plate_key) ?? []).filter(({ pk }) => pk !== visit.pk),
  );

async function readContext(
  recorder: Recorder,
  policy: EnforcementPolicy,
  { due, cars }: { due: readonly DueVisit[]; cars: readonly Car[] },
  now: Instant,
) {
  const times = due.map(seenAt);
  const graceMs = policy.grace_minutes * minuteMs;
  const longVisits = due.filter((visit) => mayOwe(visit, graceMs, now));
  const from = instant(Math.min(...times));
  // While a camera shows the past, a stay may have ended after the time at the property.
  const ends = due.map(({ exit_at }) => (exit_at ?? 0) + graceMs);
  const span = { from: instant(from - graceMs), until: instant(Math.max(now, ...ends)) };
  const halves = due.filter(
    (visit) => visit.entrance_at === null || (visit.exit_at === null && longVisits.includes(visit)),
  );
  // Most plates are of cars that nobody knows, and have no claims to read.
  const isKnown = cars.length > 0;
  const readOwnEvents = () =>
    readEvents(recorder, policy.spot_pk, {
      first: toLocalDate(from, policy.timezone),
      last: toLocalDate(instant(now + dayMs), policy.timezone),
    });
  // Events matter only to what is owed, unexplained or validated.
  const mayNeedEvents =
    longVisits.length > 0 || due.some(({ entrance_at }) => entrance_at === null);
  const [claims, early, ownVisits, unseenEnds] = await Promise.all([
    isKnown ? readRights(recorder, policy, cars, span) : [],
    mayNeedEvents ? readOwnEvents() : null,
    readOwn(recorder, policy, listAlike(due, cars), { due, span }),
    readUnseenEnds(recorder, policy.spot_pk, halves, graceMs),
  ]);
  const hasCode = claims.some(({ code_pk }) => code_pk !== null);
  const events = early ?? (hasCode ? await readOwnEvents() : []);
  return {
    cars: Map.groupBy(cars, (car) => car.fold),
    claims: Map.groupBy(claims, (claim) => claim.car_pk),
    events,
    ownVisits,
    unseenEnds,
    span,
  };
}

type Context = Awaited<ReturnType<typeof readContext>>;
type Judged = Pick<VisitAssessment, 'visit' | 'car' | 'doubtful' | 'finding' | 'mayBePaid'>;

/** Whether a stay was read alike coming and going. */
const isReadAlike = ({ reads_agree, entrance_at, exit_at }: DueVisit) =>
  reads_agree && entrance_at !== null && exit_at !== null;

function judge(visit: DueVisit, context: Context, rules: ParkingPolicy, now: Instant): Judged {
  const alike = matchCars(visit, context.cars.get(toFold(visit)) ?? []);
  // It isn't the car whose plate looks like it: somebody saw that, or both were there.
  const areOthers = alike.cars.every((car) => isBeside(visit, car, context.ownVisits));
  const isOther = !alike.exact && (visit.is_confirmed || (isReadAlike(visit) && areOthers));
  const { cars, exact } = isOther ? { cars: [], exact: true } : alike;
  const isUnread = isPlaceholder(visit.plate);
  const isPairedInDoubt = visit.doubtful && !visit.is_confirmed;
  const doubtful = isUnread || isPairedInDoubt || cars.length > 1 || (cars.length > 0 && !exact);
  const claims = cars
    .filter((car) => !isBeside(visit, car, context.ownVisits))
    .flatMap((car) => context.claims.get(car.pk) ?? [])
    .filter((claim) => claim.rental_pk === null || claim.rental_pk !== visit.automatic_pk);
  const unseen = context.unseenEnds.get(visit.pk);
  const finding = judgeStay({ ...visit, doubtful, ...unseen }, claims, rules, now);
  const car = exact && cars.length === 1 ? (cars[0] ?? null) : null;
  return {
    visit,
    car,
    doubtful: doubtful || finding.owesInDoubt !== null,
    finding,
    mayBePaid: false,
  };
}

/** A visit that may be of a car whose plate was misread, and the cars that it may be of. */
interface Misreadable {
  judged: Judged;
  /** With one character more, less or replaced. */
  near: readonly Car[];
  /** With two others, such as two neighbors that were swapped. */
  twoApart: readonly Car[];
}

/** The cars that visits may be of if their plates were misread. */
async function findMisreadable(
  recorder: Recorder,
  policy: EnforcementPolicy,
  unknown: readonly Judged[],
  span: Context['span'],
): Promise<Misreadable[]> {
  const folds = [...new Set(unknown.flatMap(({ visit }) => listNearFolds(toFold(visit))))];
  // Nobody misreads two characters of a plate twice, and the same ones.
  const halves = unknown.filter(({ visit }) => !visit.entrance_at || !visit.exit_at);
  const keys = [...new Set(halves.map(({ visit }) => plateKey(visit.plate)))];
  const [cars, others] = await Promise.all([
    readCars(recorder, folds),
    keys.length > 0 ? readTwoApart(recorder, policy.spot_pk, keys, span) : [],
  ]);
  const byFold = Map.groupBy(cars, (car) => car.fold);
  return unknown.map((judged) => {
    const { visit } = judged;
    const key = plateKey(visit.plate);
    const near = listNearFolds(toFold(visit)).flatMap((fold) => byFold.get(fold) ?? []);
    const isHalf = halves.includes(judged);
    return { judged, near, twoApart: isHalf ? others.filter((car) => car.read_key === key) : [] };
  });
}

/** What rights of cars make of visits that may be of them. */
interface MisreadFacts {
  claims: ReadonlyMap<number, readonly Claim[]>;
  ownVisits: ReadonlyMap<string, readonly OwnVisit[]>;
  rules: ParkingPolicy;
  now: Instant;
}

/** When to look again at an exit that may be a car's which is still in: by then it may have left under its own plate. */
function findLastLook({ exit_at }: DueVisit, now: Instant): Instant | null {
  const last = exit_at === null ? now : instant(exit_at + dayMs);
  return last > now ? last : null;
}

/**
 * Judges a visit by the rights of cars that it may be of: if one of them has a right, the plate is probably a wrong read
 * of that car's, and nobody pays. That of a car that was there besides doesn't count, and nobody knows until the plate was
 * read alike coming and going; nor does one whose plate has two other characters, unless it lacks the end that was read.
 */
function judgeMisread(
  { judged, near, twoApart }: Misreadable,
  { claims, ownVisits, rules, now }: MisreadFacts,
): Judged {
  const { visit } = judged;
  const listRights = (cars: readonly Car[]) =>
    cars.flatMap((car) => claims.get(car.pk) ?? []).filter((claim) => claim.by !== 'enforced');
  const judgeBy = (cars: readonly Car[]) =>
    judgeStay({ ...visit, doubtful: true }, listRights(cars), rules, now);
  const isCovered = ({ status }: Finding) => status === 'renter' || status === 'visitor';
  const apart = near.filter((car) => !isBeside(visit, car, ownVisits));
  const isHalfOf = (car: Car) =>
    (ownVisits.get(car.plate_key) ?? []).some((own) => completes(visit, own));
  const isOf = (car: Car) =>
    isHalfOf(car) ||
    (ownVisits.get(car.plate_key) ?? []).some(
      (own) => own.pk !== visit.pk && sharesPasses(visit, own),
    );
  const finding = judgeBy([...apart, ...twoApart.filter(isOf)]);
  // Its other half was seen to leave.
  const ended =
    apart.some(isHalfOf) || twoApart.some(isOf)
      ? { open: false, next: findLastLook(visit, now) }
      : {};
  if (isCovered(finding)) return { ...judged, doubtful: true, finding: { ...finding, ...ended } };
  const isKnown = isReadAlike(visit) || visit.violation_pk !== null || visit.automatic_pk !== null;
  if (!isKnown && apart.length < near.length && isCovered(judgeBy(near)))
    return { ...judged, doubtful: true, finding: judgeBy([]) };
  const absent = twoApart.filter((car) => !isBeside(visit, car, ownVisits));
  return isCovered(judgeBy(absent)) ? { ...judged, mayBePaid: true } : judged;
}

/**
 * Judges visits again that owe something, aren't charged for a doubt, or are an exit without an entrance, and whose plate
 * isn't a car's.
 */
async function judgeByNearPlates(
  recorder: Recorder,
  policy: EnforcementPolicy,
  judged: readonly Judged[],
  { context, rules, now }: { context: Context; rules: ParkingPolicy; now: Instant },
): Promise<Judged[]> {
  const isUnknown = ({ visit, finding }: Judged) =>
    (finding.owes !== null ||
      finding.status === null ||
      ((visit.entrance_at === null || finding.isBrief) && finding.status === 'grace period')) &&
    !isPlaceholder(visit.plate) &&
    !visit.is_confirmed &&
    !context.cars.has(toFold(visit));
  const unknown = judged.filter(isUnknown);
  if (unknown.length === 0) return [...judged];
  const misreadable = await findMisreadable(recorder, policy, unknown, context.span);
  const cars = misreadable.flatMap(({ near, twoApart }) => [...near, ...twoApart]);
  const due = judged.map(({ visit }) => visit);
  if (cars.length === 0) return [...judged];
  const [claims, ownVisits] = await Promise.all([
    readRights(recorder, policy, cars, context.span),
    readOwn(recorder, policy, cars, { due, span: context.span }),
  ]);
  const facts = { claims: Map.groupBy(claims, (claim) => claim.car_pk), ownVisits, rules, now };
  const found = new Map(
    misreadable.map((candidate) => [candidate.judged, judgeMisread(candidate, facts)]),
  );
  return judged.map((before) => found.get(before) ?? before);
}

const isNew = ({ visit, finding }: Pick<VisitAssessment, 'visit' | 'finding'>) =>
  finding.owes !== null &&
  visit.automatic_pk === null &&
  (visit.violation_pk === null || hasOtherPlate(visit));

/** Whether nobody paid for a stay that is over, and nobody can be charged. */
const isUnexplained = ({ visit, finding }: Pick<VisitAssessment, 'visit' | 'finding'>) =>
  !finding.open &&
  finding.owes === null &&
  (finding.status === null ||
    (finding.status === 'grace period' && visit.entrance_at === null && !finding.isBrief));

/** Whether a code made a stay free that is over. */
const isValidated = ({ finding }: Pick<VisitAssessment, 'finding'>) =>
  !finding.open && finding.code_pk !== null;

/** The cars that visits may be of. */
export const readCarsOf = (recorder: Recorder, due: readonly DueVisit[]): Promise<Car[]> =>
  readCars(recorder, [...new Set(due.map(toFold))]);

/**
 * Judges visits, and reads for those with a new debt who the renter may be and at what price. Without holds, those with a
 * debt must be left to somebody else.
 */
export async function assessVisits(
  recorder: Recorder,
  policy: EnforcementPolicy,
  { due, cars }: { due: readonly DueVisit[]; cars: readonly Car[] },
  { now, withHolds }: { now: Instant; withHolds: boolean },
): Promise<VisitAssessment[]> {
  if (due.length === 0) return [];
  const context = await readContext(recorder, policy, { due, cars }, now);
  const enforces = enforcesAt(policy, context.events);
  const rules = { graceMs: policy.grace_minutes * minuteMs, enforces };
  const assessments = await judgeByNearPlates(
    recorder,
    policy,
    due.map((visit) => judge(visit, context, rules, now)),
    { context, rules, now },
  );
  const fresh = assessments.filter(isNew);
  const priced = [
    ...fresh,
    ...assessments.filter((assessment) => isUnexplained(assessment) || isValidated(assessment)),
  ];
  const known = fresh.flatMap(({ car, visit }) =>
    car ? [{ visit_pk: visit.pk, car_pk: car.pk, before: timestampCell(seenAt(visit)) }] : [],
  );
  const renters = known.length > 0 ? await readRenters(recorder, known) : [];
  const readPrice = (visit: DueVisit, from: Instant) =>
    readRate(recorder, policy, { from, plateFold: toFold(visit) }, context.events);
  const rates = new Map(
    await Promise.all(
      priced.map(async ({ visit, finding }): Promise<[number, Rate | null]> => {
        return [visit.pk, await readPrice(visit, finding.owes?.from ?? seenAt(visit))];
      }),
    ),
  );
  const priceVisit = (assessment: Judged): VisitAssessment => {
    const { visit, finding } = assessment;
    const posted = visit.rate ?? rates.get(visit.pk) ?? null;
    return {
      ...assessment,
      renter: renters.find((renter) => renter.visit_pk === visit.pk) ?? null,
      rate: finding.owes ? posted : visit.rate,
      posted,
      hold: null,
      heldDebt: null,
      waitsUntil: null,
    };
  };
  const all = assessments.map(priceVisit);
  if (!withHolds) return all;
  const readPosted = ({ visit }: VisitAssessment) => readPrice(visit, seenAt(visit));
  return holdCharges(recorder, policy, all, { now, readPosted });
}
