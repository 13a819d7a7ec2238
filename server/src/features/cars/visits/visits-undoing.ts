import type { VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { must } from '../../../kernel/must.ts';
import { noteVisitChanges } from '../../../records/cars/visits/visit-changes.ts';
import type { EnforcementPolicy } from '../../../records/operations/enforcement-policy.ts';
import { readPolicy } from '../../../records/operations/enforcement-policy.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { timestampCell } from '../../../records/recorder.ts';
import { planEnforcement } from './enforcement.rules.ts';
import type { DueVisit } from './settling.queries.ts';
import { readSettledVisits } from './settling.queries.ts';
import { newViolationCode } from './violation-code.ts';
import type { VisitAssessment } from './visit-assessment.ts';
import { assessVisits, readCarsOf } from './visits-cases.ts';
import { readLotTime, writePlans } from './visits-settling.ts';

/** How a visit was decided before a person decided about it. Numbers only: it outlives the visit. */
export interface FormerDecision
  extends Pick<
    DueVisit,
    'pk' | 'status' | 'decided' | 'due_at' | 'rental_pk' | 'doubtful' | 'held' | 'verdict'
  > {
  outcome: VisitOutcome | null;
  uncollected: Cents;
  isReviewed: boolean;
  /** Whether enforcement had charged for it, or it had an open violation. */
  isCharged: boolean;
  hasOpenViolation: boolean;
  /** The right that its car had by the rules at that time, which may not be how it counted. */
  right: string;
  /** Its reads, by pk. */
  reads: number[];
}

type CountedRow = Pick<FormerDecision, 'pk' | 'outcome' | 'uncollected' | 'isReviewed' | 'reads'>;

/** What gives a car the right to stay. */
const describeRight = ({ finding }: VisitAssessment) =>
  JSON.stringify([
    finding.status === 'grace period' ? null : finding.status,
    finding.rental_pk,
    finding.freeBy,
  ]);

/** Visits judged by what is known now. What was charged wasn't held, and undoing charges nothing else. */
async function assess(
  recorder: Recorder,
  policy: EnforcementPolicy,
  due: DueVisit[],
  now: Instant,
) {
  const cars = await readCarsOf(recorder, due);
  return assessVisits(recorder, policy, { due, cars }, { now, withHolds: false });
}

/**
 * How visits of a property are decided, as far as deciding about one of them can change that: others are within the
 * time over which reads are paired again.
 */
export async function readDecisions(
  recorder: Recorder,
  spotPk: number,
  { pk, alike }: { pk: number; alike: readonly number[] },
  now: Instant,
): Promise<FormerDecision[]> {
  const { tx, organizationId } = recorder;
  const counted = await tx<CountedRow[]>`
    select v.pk, v.outcome, v.uncollected, v.reviewed_at is not null as "isReviewed",
      array(select r.pk from plate_reads r where r.organization_id = ${organizationId} and r.visit_pk = v.pk
        order by r.pk) as reads
    from (
      -- Computed apart: an index is only used for what can't reveal rows of others.
      select coalesce(entrance_at, exit_at) - interval '62 days' as since,
        coalesce(exit_at, entrance_at) + interval '62 days' as until
      from visits where organization_id = ${organizationId} and pk = ${pk} offset 0) d
    join visits v on v.organization_id = ${organizationId} and v.spot_pk = ${spotPk}
      and v.pk = any (${[pk, ...alike]}::bigint[])
      and coalesce(v.entrance_at, v.exit_at) between d.since and d.until`;
  const rows = new Map(counted.map((row) => [row.pk, row]));
  const visits = await readSettledVisits(recorder, spotPk, [...rows.keys()]);
  const policy = await readPolicy(recorder, spotPk);
  if (!policy) return [];
  const lot = await readLotTime(recorder, spotPk, now);
  return (await assess(recorder, policy, visits, lot)).map((assessment) => {
    const { visit } = assessment;
    const { status, decided, due_at, rental_pk, doubtful, held, verdict, charged } = visit;
    const hasOpenViolation = visit.violation_status === 'Created';
    return {
      ...must(rows.get(visit.pk), 'visit'),
      status,
      decided,
      due_at,
      rental_pk,
      doubtful,
      held,
      verdict,
      right: describeRight(assessment),
      hasOpenViolation,
      isCharged: charged > 0 || hasOpenViolation,
    };
  });
}

/** The visits that have the same reads as before, with how they were decided. */
export async function matchDecisions(
  { tx, organizationId }: Recorder,
  spotPk: number,
  formerDecisions: readonly FormerDecision[],
): Promise<FormerDecision[]> {
  const firsts = formerDecisions.flatMap(({ reads }) => reads[0] ?? []);
  const rows = await tx<{ pk: number; reads: number[] }[]>`
    select v.pk, array(select r.pk from plate_reads r where r.organization_id = ${organizationId} and r.visit_pk = v.pk
      order by r.pk) as reads
    from visits v
    where v.organization_id = ${organizationId} and v.spot_pk = ${spotPk}
      and (v.pk = any (${formerDecisions.map(({ pk }) => pk)}::bigint[]) or v.pk in (
        select visit_pk from plate_reads where organization_id = ${organizationId} and pk = any (${firsts}::bigint[])))`;
  return formerDecisions.flatMap((decision) => {
    const { reads } = decision;
    const same = rows.filter((row) => row.reads.join() === reads.join());
    const visit = reads.length > 0 ? same[0] : same.find(({ pk }) => pk === decision.pk);
    return visit ? [{ ...decision, pk: visit.pk }] : [];
  });
}

/** What was neither charged nor a violation isn't either afterward: it waits as it did, and what began is taken back. */
const withoutDebt = (assessment: VisitAssessment): VisitAssessment => ({
  ...assessment,
  heldDebt: assessment.heldDebt ?? assessment.finding.owes,
  finding: { ...assessment.finding, owes: null },
});

/** Whether a visit counts as before: nothing else became known of it, and it counts for no money. */
function isAsBefore(
  formerDecision: FormerDecision,
  assessment: VisitAssessment,
  outcome: VisitOutcome,
) {
  if (formerDecision.verdict !== assessment.visit.verdict) return false;
  if (formerDecision.outcome === outcome) return true;
  const isMoney = formerDecision.outcome === 'enforced' || formerDecision.hasOpenViolation;
  const isUnpaid = outcome === 'unexplained' || outcome === 'present';
  return !isMoney && (isUnpaid || formerDecision.right === describeRight(assessment));
}

/**
 * Takes back what followed from a decision about visits, and decides them as they were before: nothing new begins. What
 * was charged, and violations that were open, are so again. A driver who paid meanwhile stays a renter. The visits'
 * reads and verdicts must be as they were before, and the property locked.
 */
export async function settleUndone(
  recorder: Recorder,
  spotPk: number,
  formerDecisions: readonly FormerDecision[],
  now: Instant,
): Promise<void> {
  const policy = await readPolicy(recorder, spotPk);
  if (!policy || formerDecisions.length === 0) return;
  const byPk = new Map(formerDecisions.map((decision) => [decision.pk, decision]));
  const { tx, organizationId } = recorder;
  await tx`
    select from visits where organization_id = ${organizationId} and pk = any (${[...byPk.keys()]}::bigint[])
    order by pk for no key update`;
  const due = await readSettledVisits(recorder, spotPk, [...byPk.keys()]);
  const times = { lot: await readLotTime(recorder, spotPk, now), server: now };
  const assessments = await assess(recorder, policy, due, times.lot);
  const plans = assessments.map((assessment) => {
    const before = must(byPk.get(assessment.visit.pk), 'decision');
    const undone = before.isCharged ? assessment : withoutDebt(assessment);
    return planEnforcement(policy, undone, newViolationCode(), times, before);
  });
  const decisions = await writePlans(recorder, plans, times.lot);
  await restoreDecisions(
    recorder,
    decisions.flatMap(({ pk, outcome }, index) => {
      const before = must(byPk.get(pk), 'decision');
      return isAsBefore(before, must(assessments[index], 'assessment'), outcome) ? [before] : [];
    }),
  );
}

/** Writes decisions as they were. */
async function restoreDecisions(
  recorder: Recorder,
  decisions: readonly FormerDecision[],
): Promise<void> {
  const { tx, organizationId } = recorder;
  const rows = decisions.map(({ due_at, ...row }) => ({ ...row, due_at: timestampCell(due_at) }));
  await tx`
    update visits v
    set status = b.status, decided = b.decided, due_at = b.due_at, doubtful = b.doubtful, held = b.held,
      outcome = coalesce(b.outcome, v.outcome), uncollected = b.uncollected,
      rental_pk = (select r.pk from live_rentals r where r.organization_id = ${organizationId} and r.pk = b.rental_pk)
    from json_to_recordset(${JSON.stringify(rows)}::text::json) b(pk bigint, status text, decided boolean,
      due_at timestamptz, doubtful boolean, held text, outcome text, uncollected bigint, rental_pk bigint)
    where v.organization_id = ${organizationId} and v.pk = b.pk`;
  await noteVisitChanges(
    recorder,
    decisions.map(({ pk }) => pk),
  );
}
