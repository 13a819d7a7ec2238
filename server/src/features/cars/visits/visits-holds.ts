import type { Hold } from '@lotkeeper/contract/cars/plate-desk';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { must } from '../../../kernel/must.ts';
import type { EnforcementPolicy } from '../../../records/operations/enforcement-policy.ts';
import { findStayRates } from '../../../records/operations/place-taxes.ts';
import type { Rate } from '../../../records/operations/stay-price.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { readChargeFacts, readWatchedCameras } from './holds.queries.ts';
import type { ChargeFacts } from './holds.rules.ts';
import { findChargeTime, findHold, secondReadMs } from './holds.rules.ts';
import type { Span } from './outages.rules.ts';
import { findOutages } from './outages.rules.ts';
import type { Finding } from './status.rules.ts';
import { closeDoubt } from './status.rules.ts';
import type { VisitAssessment } from './visit-assessment.ts';

type Owing = VisitAssessment & { finding: Finding & { owes: ChargeFacts['owes'] } };

const isOwing = (assessment: VisitAssessment): assessment is Owing =>
  assessment.finding.owes !== null;

const getEntrance = ({ visit }: VisitAssessment) => must(visit.entrance_at, 'entrance of a debt');

/** When an owing car left, or could have left without owing anything. */
const findDebtEnd = ({ grace_minutes }: EnforcementPolicy, { finding: { owes } }: Owing): Instant =>
  owes.until ?? instant(owes.from + grace_minutes * minuteMs);

/** Whether a known driver would be charged, not the penalty. */
const isCharge = ({ visit, car, renter, rate }: VisitAssessment) =>
  rate !== null && (visit.automatic_pk !== null || (car !== null && renter !== null));

/** The outages and the doubtful clocks of the cameras that could have seen these cars leave; one look-up for all. */
async function findExitFaults(
  recorder: Recorder,
  policy: EnforcementPolicy,
  owing: readonly Owing[],
  now: Instant,
): Promise<{ outages: Span[]; isClockDoubtful: boolean }> {
  if (owing.length === 0) return { outages: [], isClockDoubtful: false };
  const span = {
    from: instant(Math.min(...owing.map(getEntrance))),
    until: instant(Math.max(...owing.map((assessment) => findDebtEnd(policy, assessment)))),
  };
  const time = { zone: policy.timezone, now };
  const cameras = await readWatchedCameras(recorder, policy.spot_pk, span, time);
  return {
    outages: policy.hold_after_outage
      ? cameras.flatMap((camera) => findOutages(camera, span, time))
      : [],
    isClockDoubtful: cameras.some((camera) => camera.isClockDoubtful),
  };
}

/** Has an open stay judged again when its second read should have come. */
const lookAgain = (finding: Owing['finding']): Owing['finding'] => ({
  ...finding,
  next: instant(
    Math.min(finding.next ?? Number.POSITIVE_INFINITY, finding.owes.from + secondReadMs),
  ),
});

/** Whether a visit was charged, or has a violation that wasn't waived. */
const isBegun = ({ visit: { automatic_pk, violation_pk, violation_status } }: VisitAssessment) =>
  automatic_pk !== null || (violation_pk !== null && violation_status !== 'Waived');

/** How often a debt that waits is looked at: less often, the longer it waits. */
const lookedAtMs = 5 * minuteMs;
const lookedAtShare = 0.1;

/** A debt that a payment or a read may still lift, as such usually come. */
const waitForPayment = (assessment: Owing, until: Instant, now: Instant): VisitAssessment => ({
  ...assessment,
  waitsUntil: until,
  finding: {
    ...assessment.finding,
    status: assessment.finding.coveredBy ?? 'grace period',
    owes: null,
    next: instant(
      Math.min(
        until,
        now + Math.max(lookedAtMs, lookedAtShare * (now - assessment.finding.owes.from)),
      ),
    ),
  },
});

/** A debt that waits for a person: nothing is charged until then. */
function hold(assessment: Owing, reason: Hold, graceMs: number, now: Instant): VisitAssessment {
  const { visit, finding } = assessment;
  const closed = closeDoubt({ ...finding, owes: null }, finding.owes.from, now);
  // A car that had a right isn't asked for more when nobody knows how long it stayed.
  if (!closed.open && visit.exit_at === null && finding.coveredBy !== null) {
    return { ...assessment, finding: { ...closed, status: finding.coveredBy } };
  }
  // Clocks may prove right once the car has been there for longer.
  const reviewAt = instant(now + Math.max(minuteMs, graceMs));
  const isSoon = reason === 'clock' && closed.open && (closed.next ?? reviewAt) >= reviewAt;
  return {
    ...assessment,
    hold: reason,
    heldDebt: finding.owes,
    finding: isSoon ? { ...closed, next: reviewAt } : closed,
  };
}

/**
 * Holds the charges that a property's rules leave to a person, and those that what usually still comes may lift, unless a
 * person has confirmed the plate. A car that is charged with one read is due again when the second one is.
 */
export async function holdCharges(
  recorder: Recorder,
  policy: EnforcementPolicy,
  assessments: readonly VisitAssessment[],
  {
    now,
    readPosted,
  }: { now: Instant; readPosted: (assessment: VisitAssessment) => Promise<Rate | null> },
): Promise<VisitAssessment[]> {
  const owing = assessments.filter(isOwing);
  if (owing.length === 0) return [...assessments];
  const found = await readChargeFacts(
    recorder,
    owing.map((assessment) => ({
      pk: assessment.visit.pk,
      until: findDebtEnd(policy, assessment),
    })),
  );
  const waits = new Map(
    owing.flatMap((assessment) => {
      const { visit, finding } = assessment;
      const readings = found.get(visit.pk)?.readings ?? [];
      const { exit_at } = visit;
      const hasPaid = finding.open && (finding.coveredBy === 'renter' || assessment.mayBePaid);
      const until = findChargeTime({ owes: finding.owes, readings, exit_at, hasPaid }, policy);
      // While a camera shows the past, a car may have left after the time at the property.
      const isEarly = Math.max(now, visit.exit_at ?? now) < until;
      const isWaiting = isEarly && !isBegun(assessment) && !visit.is_confirmed;
      return isWaiting ? [[visit.pk, until]] : [];
    }),
  );
  const unsure = owing.filter(({ visit }) => !visit.is_confirmed && !waits.has(visit.pk));
  const faults = await findExitFaults(recorder, policy, unsure, now);
  const graceMs = policy.grace_minutes * minuteMs;
  return Promise.all(
    assessments.map(async (assessment) => {
      if (!isOwing(assessment) || assessment.visit.is_confirmed) return assessment;
      const { visit, finding, rate } = assessment;
      const until = waits.get(visit.pk);
      if (until !== undefined) return waitForPayment(assessment, until, now);
      const entrance_at = getEntrance(assessment);
      const charged = isCharge(assessment) ? rate : null;
      const isFromEntrance = finding.owes.from === entrance_at;
      const reason = findHold(
        {
          plate: visit.plate,
          state: visit.state,
          entrance_at,
          exit_at: visit.exit_at,
          isOpen: finding.open,
          owes: finding.owes,
          readings: found.get(visit.pk)?.readings ?? [],
          ...faults,
          isElsewhere: found.get(visit.pk)?.is_elsewhere ?? false,
          rate: charged,
          entranceRate: charged && !isFromEntrance ? await readPosted(assessment) : charged,
        },
        { ...policy, ...findStayRates(policy, finding.owes.from, finding.owes.until) },
        now,
      );
      if (reason !== null) return hold(assessment, reason, graceMs, now);
      return policy.second_read === 'within_day' && finding.open
        ? { ...assessment, finding: lookAgain(finding) }
        : assessment;
    }),
  );
}
