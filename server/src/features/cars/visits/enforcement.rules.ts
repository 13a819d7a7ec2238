import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toIso, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import { must } from '../../../kernel/must.ts';
import type { ViolationChange, ViolationInput } from '../../../records/cars/violations.ts';
import { determineOutcome, isViolationUnpaid } from '../../../records/cars/visits/visit-outcome.ts';
import type { CountedVisit, VisitDecision } from '../../../records/cars/visits/visits.ts';
import type { MovementInput, MovementOwner } from '../../../records/money/entries.ts';
import type { EnforcementPolicy } from '../../../records/operations/enforcement-policy.ts';
import { findStayRates } from '../../../records/operations/place-taxes.ts';
import {
  endOfFirstUnit,
  priceOfTime,
  rentalTypeOf,
} from '../../../records/operations/stay-price.ts';
import type { RentalInput } from '../../../records/people/rentals.ts';
import { buildCharges, computeAdjustment } from './charges.rules.ts';
import type { Evidence, Renter } from './settling.queries.ts';
import { seenByPerson } from './settling.queries.ts';
import { findNextCheck } from './status.rules.ts';
import type { VisitAssessment } from './visit-assessment.ts';
import { hasOtherPlate } from './visit-assessment.ts';

const source = 'enforcement';

/** What to store about a visit. */
export interface Plan {
  decision: VisitDecision;
  /** An auto-started rental; its pk becomes the visit's. */
  start: RentalInput | null;
  violation: ViolationInput | null;
  evidence: ViolationChange | null;
  waiver: { pk: number; reason: string } | null;
  /** A waived violation to reinstate. */
  reinstated: number | null;
  end: { pk: number; end_date: Instant | null } | null;
  movement: (Omit<MovementOwner, 'first'> & MovementInput) | null;
}

/** The current time: at the property, as far as its cameras' reads go, and at the server. */
export interface PropertyTimes {
  lot: Instant;
  server: Instant;
}

/** A debt that becomes known later than this after it arose, by either clock, isn't charged anymore. */
export const chargedWithinMs = 2 * dayMs;

const getGraceEnd = (policy: EnforcementPolicy, from: Instant) =>
  instant(from + policy.grace_minutes * minuteMs);

const toRenterInput = ({
  renter_first_name,
  renter_last_name,
  renter_email,
  renter_phone,
}: Renter) => ({
  ...(renter_first_name === null ? {} : { first_name: renter_first_name }),
  ...(renter_last_name === null ? {} : { last_name: renter_last_name }),
  ...(renter_email === null ? {} : { email: renter_email }),
  ...(renter_phone === null ? {} : { phone: renter_phone }),
});

/** Until when an auto-started rental lasts: open while the car is there, then to its exit, or one unit. */
function computeEnd({ visit, finding, rate }: VisitAssessment, start: Instant): Instant | null {
  if (finding.owes === null) return start;
  if (visit.exit_at !== null) return instant(Math.max(visit.exit_at, start));
  return finding.open || rate === null ? null : endOfFirstUnit(rate, start);
}

/** Whether enforcement should begin with a visit now. */
function isFresh(
  policy: EnforcementPolicy,
  { visit, finding }: VisitAssessment,
  { lot, server }: PropertyTimes,
): boolean {
  if (visit.automatic_pk !== null || !finding.owes) return false;
  const latest = Math.max(lot, server);
  return latest - getGraceEnd(policy, finding.owes.from) <= chargedWithinMs;
}

function buildRental(policy: EnforcementPolicy, assessment: VisitAssessment): RentalInput | null {
  const { visit, car, renter, rate, finding } = assessment;
  if (!finding.owes || !car || !renter || !rate) return null;
  const { from } = finding.owes;
  const owed = { ...finding.owes, rate };
  return {
    source,
    external_id: visit.external_id,
    spot_pk: policy.spot_pk,
    rental_type: rentalTypeOf[rate.unit],
    start_date: from,
    end_date: computeEnd(assessment, from),
    car,
    renter: toRenterInput(renter),
    auto_started: true,
    movements: buildCharges(
      visit.external_id,
      owed,
      getGraceEnd(policy, from),
      findStayRates(policy, from, owed.until),
    ),
  };
}

/** Whether a person wrote the visit's violation, who looked at the car. */
const wasWritten = ({ evidence }: VisitAssessment['visit']) => evidence?.rule === seenByPerson;

function buildEvidence(
  policy: EnforcementPolicy,
  { visit, finding, rate }: VisitAssessment,
): Evidence | null {
  if (!finding.owes) return null;
  const { entrance_image, exit_image, entrance_plate_image, exit_plate_image } = visit;
  return {
    rule: wasWritten(visit)
      ? seenByPerson
      : rate
        ? 'no rental and no known renter'
        : 'no rental and no price in force',
    unpaid_from: toIso(finding.owes.from),
    grace_minutes: policy.grace_minutes,
    price: rate,
    entrance_at: visit.entrance_at && toIso(visit.entrance_at),
    exit_at: visit.exit_at && toIso(visit.exit_at),
    images: { entrance_image, exit_image, entrance_plate_image, exit_plate_image },
  };
}

function buildViolation(
  policy: EnforcementPolicy,
  assessment: VisitAssessment,
  state: string | null,
  code: string,
): ViolationInput | null {
  const { visit, finding } = assessment;
  if (!finding.owes) return null;
  const plateImage = visit.entrance_plate_image ?? visit.exit_plate_image;
  return {
    source,
    external_id: visit.external_id,
    spot_pk: policy.spot_pk,
    code,
    plate: visit.plate,
    state,
    status: 'Created',
    amount: policy.penalty_amount,
    created_at: getGraceEnd(policy, finding.owes.from),
    visit_pk: visit.pk,
    image: plateImage ?? visit.entrance_image ?? visit.exit_image,
    evidence: buildEvidence(policy, assessment),
  };
}

/** A violation that was waived because the stay was paid for, but whose car then stayed longer. */
const findReinstatedPk = ({ visit, finding }: VisitAssessment) =>
  finding.owes && visit.waived_by_rule && visit.automatic_pk === null ? visit.violation_pk : null;

/** The new evidence of a remaining violation whose times, debt or plate have changed. */
function newEvidence(policy: EnforcementPolicy, assessment: VisitAssessment): Plan['evidence'] {
  const { visit, car } = assessment;
  const { violation_pk: pk, violation_status, evidence: before } = visit;
  const evidence = buildEvidence(policy, assessment);
  const isOpen = violation_status === 'Created' || findReinstatedPk(assessment) !== null;
  if (pk === null || !isOpen || !evidence) return null;
  const times = ['entrance_at', 'exit_at', 'unpaid_from'] as const;
  const isSame = times.every((time) => before?.[time] === evidence[time]);
  if (isSame && !hasOtherPlate(visit)) return null;
  return { pk, evidence, plate: visit.plate, state: visit.state ?? car?.state ?? null };
}

const reasons = {
  renter: 'The stay was paid.',
  visitor: 'The plate belongs to a visitor, or enforcement was off.',
  enforced: 'The stay has already been charged.',
  'grace period': 'The cameras saw the car leave within the grace period.',
  doubtful: 'The plate reads are uncertain.',
  held: 'It waits for a person to confirm the plate.',
  charged: 'The plate was read again, and its driver is charged for the stay.',
  misread: 'Somebody found that no such car was there.',
  not_customer: 'Somebody found that the car owes nothing.',
};

function buildWaiver(
  { visit, finding, heldDebt }: VisitAssessment,
  start: Plan['start'],
): Plan['waiver'] {
  if (visit.violation_pk === null || visit.violation_status !== 'Created') return null;
  if (start) return { pk: visit.violation_pk, reason: reasons.charged };
  if (finding.owes) return null;
  const found = finding.freeBy === 'service' ? 'not_customer' : finding.status;
  // Only a right lifts what a person wrote: what cameras didn't see isn't a doubt of theirs.
  if (wasWritten(visit) && !visit.verdict && (found === null || found === 'grace period'))
    return null;
  const why = visit.verdict ?? found ?? (heldDebt ? 'held' : 'doubtful');
  return { pk: visit.violation_pk, reason: reasons[why] };
}

function determineStatus(
  { visit, finding }: VisitAssessment,
  starts: boolean,
): VisitDecision['status'] {
  if (finding.owes === null) {
    return visit.violation_status === 'Paid' ? 'violator' : (finding.status ?? 'violator');
  }
  return starts || visit.automatic_pk !== null ? 'enforced' : 'violator';
}

/** When to check again: while late payments still count, and when the finding requires it. */
function dueAt(
  policy: EnforcementPolicy,
  assessment: VisitAssessment,
  status: VisitDecision['status'],
  now: Instant,
) {
  const { visit, finding, hold } = assessment;
  const waived = visit.violation_status === 'Waived' && findReinstatedPk(assessment) === null;
  const settled = visit.violation_status === 'Paid' || waived;
  const hopes =
    status === 'violator' ? !settled || hold !== null : status === 'enforced' && finding.open;
  if (!hopes) return finding.next;
  const owedSince = getGraceEnd(policy, finding.owes?.from ?? visit.entrance_at ?? now);
  const nextCheck = findNextCheck(owedSince, now);
  if (nextCheck === null || finding.next === null) return nextCheck ?? finding.next;
  return instant(Math.min(nextCheck, finding.next));
}

function buildMovement(
  policy: EnforcementPolicy,
  assessment: VisitAssessment,
  now: Instant,
): Plan['movement'] {
  const { visit, finding, rate } = assessment;
  const { automatic_pk, automatic_type, external_id } = visit;
  if (automatic_pk === null || automatic_type === null || rate === null) return null;
  const owed = finding.owes && { ...finding.owes, rate };
  const rates = findStayRates(policy, owed?.from ?? visit.entrance_at ?? now, owed?.until);
  const movement = computeAdjustment(external_id, visit, owed, now, rates);
  return (
    movement && {
      ...movement,
      source,
      spot_pk: policy.spot_pk,
      rental_type: automatic_type,
      rental_pk: automatic_pk,
      auto_started: true,
    }
  );
}

function changedEnd(assessment: VisitAssessment): Plan['end'] {
  const { automatic_pk: pk, automatic_start, automatic_end } = assessment.visit;
  if (pk === null || automatic_start === null) return null;
  const end_date = computeEnd(assessment, automatic_start);
  return end_date === automatic_end ? null : { pk, end_date };
}

/** The visit's violation after a plan; null also for one that is waived by these rules. */
function findStanding(
  { visit }: VisitAssessment,
  { violation, waiver, reinstated }: Pick<Plan, 'violation' | 'waiver' | 'reinstated'>,
) {
  if (violation) return { status: 'Created' as const, amount: violation.amount };
  const { violation_status, violation_amount: amount } = visit;
  const open = visit.violation_appealed ? ('Appealed' as const) : ('Created' as const);
  if (reinstated !== null) return { status: open, amount };
  if (violation_status === null || waiver || visit.waived_by_rule) return null;
  return { status: violation_status === 'Created' ? open : violation_status, amount };
}

/** Whether a car may still be there, or has just left and may still pay. */
const isUndecided = ({ finding, waitsUntil }: VisitAssessment) =>
  finding.open || waitsUntil !== null;

/** How a visit counts after a plan. */
function countVisit(
  { timezone }: EnforcementPolicy,
  assessment: VisitAssessment,
  status: VisitDecision['status'],
  plan: Pick<Plan, 'violation' | 'waiver' | 'reinstated'>,
): CountedVisit {
  const { visit, finding, posted, heldDebt } = assessment;
  const violation = findStanding(assessment, plan);
  const outcome = determineOutcome({
    verdict: visit.verdict,
    status,
    isOpen: isUndecided(assessment),
    hasEntrance: visit.entrance_at !== null || finding.isBrief,
    rental: finding.rental,
    freeBy: finding.freeBy,
    violation: violation?.status ?? null,
  });
  const from = must(visit.entrance_at ?? visit.exit_at, 'time of a visit');
  const penalty = isViolationUnpaid(outcome) ? violation?.amount : null;
  const unpaid = heldDebt ?? finding.owesInDoubt ?? { from, until: visit.exit_at };
  const price =
    outcome === 'unexplained' &&
    posted &&
    priceOfTime(posted, unpaid.from, unpaid.until ?? unpaid.from);
  const isValidated = outcome === 'validated';
  const value = posted ? priceOfTime(posted, from, visit.exit_at ?? from) : cents(0);
  return {
    outcome,
    local_date: toLocalDate(from, timezone),
    uncollected: penalty ?? (price || cents(0)),
    validation_code_pk: isValidated ? finding.code_pk : null,
    validation_value: isValidated ? value : null,
  };
}

/** The violation that stood before a decision waived it, unless the stay is paid for now. */
const findLiftedPk = ({ visit, finding }: VisitAssessment) =>
  visit.waived_by_rule && finding.status !== 'renter' && finding.status !== 'visitor'
    ? visit.violation_pk
    : null;

/**
 * Plans enforcement for a visit: a known plate that owes gets a rental, an unknown one a violation under the code. What
 * was charged is adjusted to what is owed; what is no longer owed is refunded or waived. Where a decision is undone,
 * nothing begins, and a violation that was open before it stands again.
 */
export function planEnforcement(
  policy: EnforcementPolicy,
  assessment: VisitAssessment,
  code: string,
  times: PropertyTimes,
  undone: { hasOpenViolation: boolean } | null = null,
): Plan {
  const { visit, car, doubtful, finding, rate, hold } = assessment;
  const now = times.lot;
  const isNew = !undone && isFresh(policy, assessment, times);
  const isRental = isNew && (visit.violation_pk === null || hasOtherPlate(visit));
  const start = isRental ? buildRental(policy, assessment) : null;
  const state = visit.state ?? car?.state ?? null;
  const status = determineStatus(assessment, start !== null);
  const isViolation = isNew && !start && visit.violation_pk === null;
  const violation = isViolation ? buildViolation(policy, assessment, state, code) : null;
  const waiver = buildWaiver(assessment, start);
  const lifted = undone?.hasOpenViolation ? findLiftedPk(assessment) : null;
  const reinstated = start ? null : (lifted ?? findReinstatedPk(assessment));
  return {
    decision: {
      pk: visit.pk,
      status,
      ...countVisit(policy, assessment, status, { violation, waiver, reinstated }),
      decided: !isUndecided(assessment),
      due_at: dueAt(policy, assessment, status, now),
      rental_pk: finding.owes ? visit.automatic_pk : finding.rental_pk,
      car_pk: car?.pk ?? null,
      state,
      doubtful,
      held: hold,
      rate,
    },
    start,
    violation,
    evidence: start ? null : newEvidence(policy, assessment),
    waiver,
    reinstated,
    end: changedEnd(assessment),
    movement: buildMovement(policy, assessment, now),
  };
}
