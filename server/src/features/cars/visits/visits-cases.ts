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
import type { EnforcementPolicy } from '../../../records/enforcement-policy.ts';
import type { EventRow } from '../../../records/events.ts';
import { readEvents } from '../../../records/events.ts';
import type { Recorder, RecordReader } from '../../../records/recorder.ts';
import { timestampCell } from '../../../records/recorder.ts';
import { readRate } from '../../../records/set-prices.ts';
import type { Rate } from '../../../records/stay-price.ts';
import { readEventClaims } from './events.queries.ts';
import { isEnforcementOff } from './events.rules.ts';
import type { Car, ClaimRow, DueVisit } from './settling.queries.ts';
import { readCars, readClaims, readPossibleExits, readRenters } from './settling.queries.ts';
import type { ParkingPolicy } from './status.rules.ts';
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
  const openVisits = longVisits.filter((visit) => visit.exit_at === null && !visit.doubtful);
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
  const [claims, early, possibleExits] = await Promise.all([
    isKnown ? readRights(recorder, policy, cars, span) : [],
    mayNeedEvents ? readOwnEvents() : null,
    readPossibleExits(
      recorder,
      policy.spot_pk,
      openVisits.map(({ pk }) => pk),
    ),
  ]);
  const hasCode = claims.some(({ code_pk }) => code_pk !== null);
  const events = early ?? (hasCode ? await readOwnEvents() : []);
  return {
    cars: Map.groupBy(cars, (car) => car.fold),
    claims: Map.groupBy(claims, (claim) => claim.car_pk),
    events,
    possibleExits,
    span,
  };
}

type Context = Awaited<ReturnType<typeof readContext>>;
type Judged = Pick<VisitAssessment, 'visit' | 'car' | 'doubtful' | 'finding'>;

function judge(visit: DueVisit, context: Context, rules: ParkingPolicy, now: Instant): Judged {
  const { cars, exact } = matchCars(visit, context.cars.get(toFold(visit)) ?? []);
  const isUnread = isPlaceholder(visit.plate);
  const doubtful = isUnread || visit.doubtful || cars.length > 1 || (cars.length > 0 && !exact);
  const claims = cars
    .flatMap((car) => context.claims.get(car.pk) ?? [])
    .filter((claim) => claim.rental_pk === null || claim.rental_pk !== visit.automatic_pk);
  const may_have_left_at = context.possibleExits.get(visit.pk) ?? null;
  const finding = judgeStay({ ...visit, doubtful, may_have_left_at }, claims, rules, now);
  const car = exact && cars.length === 1 ? (cars[0] ?? null) : null;
  return { visit, car, doubtful: doubtful || finding.inDoubt, finding };
}

/**
 * Judges visits again that owe something, aren't charged for a doubt, or are an exit without an entrance, and whose plate isn't a car's: if a car whose
 * plate has one character more, less or replaced has a right there, the plate is probably a wrong read of that car's, and
 * nobody pays.
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
      (visit.entrance_at === null && finding.status === 'grace period')) &&
    !isPlaceholder(visit.plate) &&
    !context.cars.has(toFold(visit));
  const unknown = judged.filter(isUnknown);
  if (unknown.length === 0) return [...judged];
  const cars = await readCars(recorder, [
    ...new Set(unknown.flatMap(({ visit }) => listNearFolds(toFold(visit)))),
  ]);
  if (cars.length === 0) return [...judged];
  const claims = await readRights(recorder, policy, cars, context.span);
  const near = Map.groupBy(cars, (car) => car.fold);
  return judged.map((before) => {
    if (!isUnknown(before)) return before;
    const { visit } = before;
    const own = new Set(
      listNearFolds(toFold(visit)).flatMap((fold) => (near.get(fold) ?? []).map(({ pk }) => pk)),
    );
    const rights = claims.filter((claim) => claim.by !== 'enforced' && own.has(claim.car_pk));
    const finding = judgeStay({ ...visit, doubtful: true }, rights, rules, now);
    const isCovered = finding.status === 'renter' || finding.status === 'visitor';
    return isCovered ? { ...before, doubtful: true, finding } : before;
  });
}

const isNew = ({ visit, finding }: Pick<VisitAssessment, 'visit' | 'finding'>) =>
  finding.owes !== null &&
  visit.automatic_pk === null &&
  (visit.violation_pk === null || hasOtherPlate(visit));

/** Whether nobody paid for a stay that is over, and nobody can be charged. */
const isUnexplained = ({ visit, finding }: Pick<VisitAssessment, 'visit' | 'finding'>) =>
  !finding.open &&
  finding.owes === null &&
  (finding.status === null || (finding.status === 'grace period' && visit.entrance_at === null));

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
