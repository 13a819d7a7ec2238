import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { notifySpotChange } from '../../../kernel/access/spot-directory.ts';
import {
  changeViolations,
  lockViolations,
  recordViolations,
  reinstateViolations,
  waiveViolations,
} from '../../../records/cars/violations.ts';
import type { VisitDecision } from '../../../records/cars/visits/visits.ts';
import { decideVisits } from '../../../records/cars/visits/visits.ts';
import { recordMovements } from '../../../records/money/entries.ts';
import type { EnforcementPolicy } from '../../../records/operations/enforcement-policy.ts';
import { readPolicy } from '../../../records/operations/enforcement-policy.ts';
import { endAutomaticRentals } from '../../../records/people/rental-changes.ts';
import { recordRentals } from '../../../records/people/rentals.ts';
import type { Recorder } from '../../../records/recorder.ts';
import type { Plan, PropertyTimes } from './enforcement.rules.ts';
import { planEnforcement } from './enforcement.rules.ts';
import { addLateMinutes, findLateMinutes } from './holds.rules.ts';
import { lotNow, selectNewest } from './lot-time.ts';
import type { DueVisit } from './settling.queries.ts';
import { readDueVisits } from './settling.queries.ts';
import { newViolationCode } from './violation-code.ts';
import type { VisitAssessment } from './visit-assessment.ts';
import { assessVisits, readCarsOf } from './visits-cases.ts';

/** Maximum visits to decide in one transaction. */
export const visitsAtOnce = 200;

const compact = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);

/** The ledger is written once per transaction: where rentals start, other charges wait. */
const limitTransfers = (plans: readonly Plan[]) =>
  plans.some(({ start }) => start) ? plans.filter(({ movement }) => !movement) : plans;

/** Starts rentals or moves money, and returns the pks of started rentals by the visit's pk. */
async function writeMoney(recorder: Recorder, plans: readonly Plan[]) {
  const starting = plans.filter(({ start }) => start);
  const started = await recordRentals(recorder, compact(plans.map(({ start }) => start)));
  await recordMovements(recorder, compact(plans.map(({ movement }) => movement)));
  return new Map(starting.map(({ decision }, index) => [decision.pk, started[index]?.pk ?? null]));
}

const isChanged = (decision: VisitDecision, before: DueVisit) =>
  decision.status !== before.status ||
  decision.decided !== before.decided ||
  decision.rental_pk !== before.rental_pk ||
  decision.doubtful !== before.doubtful;

/** Writes plans in the order that all writers lock: violations, rentals, ledger, visits. */
export async function writePlans(recorder: Recorder, plans: readonly Plan[], now: Instant) {
  const violations = plans.flatMap((plan) => [
    plan.waiver?.pk ?? null,
    plan.reinstated,
    plan.evidence?.pk ?? null,
  ]);
  await lockViolations(recorder, compact(violations));
  await waiveViolations(recorder, compact(plans.map(({ waiver }) => waiver)), now);
  await reinstateViolations(recorder, compact(plans.map(({ reinstated }) => reinstated)));
  await changeViolations(recorder, compact(plans.map(({ evidence }) => evidence)));
  await endAutomaticRentals(recorder, compact(plans.map(({ end }) => end)));
  const started = await writeMoney(recorder, plans);
  await recordViolations(recorder, compact(plans.map(({ violation }) => violation)));
  const decisions = plans.map(({ decision }) => ({
    ...decision,
    rental_pk: started.get(decision.pk) ?? decision.rental_pk,
  }));
  await decideVisits(recorder, decisions);
  return decisions;
}

/** The time at a property: the server's, unless its cameras show the past. */
export const readLotTime = async (
  { tx, organizationId }: Recorder,
  spotPk: number,
  now: Instant,
): Promise<Instant> => lotNow(now, await selectNewest(tx, organizationId, [spotPk]));

/** Whether there may be more to do, and whether pages have changed. */
export interface Round {
  more: boolean;
  changed: boolean;
}

/**
 * Decides a property's visits that are due by its own clock, up to a number of them, and applies enforcement. The
 * property must be locked.
 */
export async function settleProperty(
  recorder: Recorder,
  spotPk: number,
  now: Instant,
  atMost: number = visitsAtOnce,
): Promise<Round> {
  const policy = await readPolicy(recorder, spotPk);
  if (!policy) return { more: false, changed: false };
  const times = { lot: await readLotTime(recorder, spotPk, now), server: now };
  return settleDueVisits(recorder, policy, times, atMost);
}

/** Notes how late payments came for stays that were unpaid at the end of their grace minutes. */
async function noteLatePayments(
  { tx, organizationId }: Recorder,
  { spot_pk, grace_minutes, late_minutes }: EnforcementPolicy,
  cases: readonly VisitAssessment[],
  now: Instant,
): Promise<void> {
  const late = cases.flatMap(
    ({ visit, finding }) =>
      findLateMinutes(visit, finding.status, grace_minutes * minuteMs, now) ?? [],
  );
  if (late.length === 0) return;
  await tx`
    update spots set late_minutes = ${addLateMinutes(late_minutes, late)}::int[]
    where organization_id = ${organizationId} and pk = ${spot_pk}`;
  await notifySpotChange(tx);
}

async function settleDueVisits(
  recorder: Recorder,
  policy: EnforcementPolicy,
  times: PropertyTimes,
  atMost: number,
): Promise<Round> {
  const now = times.lot;
  const due = await readDueVisits(recorder, policy.spot_pk, now, atMost);
  if (due.length === 0) return { more: false, changed: false };
  const cars = await readCarsOf(recorder, due);
  const cases = await assessVisits(recorder, policy, { due, cars }, { now, withHolds: true });
  const plans = limitTransfers(
    cases.map((assessment) => planEnforcement(policy, assessment, newViolationCode(), times)),
  );
  const decisions = await writePlans(recorder, plans, now);
  await noteLatePayments(recorder, policy, cases, now);
  const before = new Map(due.map((visit) => [visit.pk, visit]));
  const acted = plans.some(
    (plan) => plan.violation ?? plan.waiver ?? plan.reinstated ?? plan.movement,
  );
  const changed = decisions.some((decision) =>
    isChanged(decision, before.get(decision.pk) as DueVisit),
  );
  const more = due.length === atMost || plans.length < due.length;
  return { more, changed: changed || acted };
}
