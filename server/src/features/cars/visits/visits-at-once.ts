import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { isFaultOfTheData } from '../../../kernel/data/data-faults.ts';
import { sendAhead } from '../../../kernel/data/sql/transaction.ts';
import { must } from '../../../kernel/must.ts';
import type { RecordedReads } from '../../../records/cars/plate-reads.ts';
import { claimReads, queuePairing } from '../../../records/cars/plate-reads.ts';
import { tryLockPairing } from '../../../records/cars/visits/pairing-lock.ts';
import { sendVisits } from '../../../records/cars/visits/visits.ts';
import { readPolicy } from '../../../records/operations/enforcement-policy.ts';
import type { Recorder } from '../../../records/recorder.ts';
import type { Plan } from './enforcement.rules.ts';
import { planEnforcement } from './enforcement.rules.ts';
import { lotNow, selectNewest } from './lot-time.ts';
import { readFormerVisits } from './pairing.queries.ts';
import type { DueVisit } from './settling.queries.ts';
import { readCars } from './settling.queries.ts';
import { newViolationCode } from './violation-code.ts';
import { assessVisits } from './visits-cases.ts';
import type { PairingTarget } from './visits-pairing.ts';
import {
  isChanged,
  listVisits,
  planPairing,
  readPairing,
  toObservation,
} from './visits-pairing.ts';

/** More reads than these are paired by a job, so that their sender needn't wait. */
const readsAtOnce = 20;

/** A target as a visit to decide; a new one has a negative key until it is recorded. */
function toDueVisit(target: PairingTarget, index: number): DueVisit {
  const { paired, previousVisit } = target;
  return {
    ...toObservation(paired, previousVisit),
    ...(previousVisit?.known ?? { rental_pk: null, car_pk: null, rate: null }),
    pk: previousVisit?.pk ?? -index - 1,
    external_id: previousVisit?.external_id ?? target.external_id,
    status: previousVisit?.status ?? 'grace period',
    decided: false,
    due_at: instant(0),
    held: null,
    verdict: null,
    is_confirmed: false,
    reads_agree: paired.reads_agree,
    violation_pk: null,
    violation_status: null,
    violation_appealed: false,
    violation_amount: null,
    violation_plate_key: null,
    evidence: null,
    waived_by_rule: false,
    automatic_pk: null,
    automatic_type: null,
    automatic_start: null,
    automatic_end: null,
    charged: cents(0),
    movements: 0,
    refundable: cents(0),
  };
}

/** Whether a plan changes nothing but its visit, and states no price. */
const isQuiet = ({ decision, ...actions }: Plan) =>
  decision.rate === null && Object.values(actions).every((action) => action === null);

/**
 * Pairs a property's unpaired reads and decides their visits in the transaction that records them. Returns false, with
 * nothing written, where that isn't all: money would move, a visit would lose its reads, many reads wait, or another
 * transaction is settling the property.
 */
async function settleAtOnce(
  recorder: Recorder,
  spotPk: number,
  folds: readonly string[],
  now: Instant,
): Promise<boolean> {
  const { tx, organizationId } = recorder;
  const [isLocked, reads, policy, newest, cars] = await Promise.all([
    tryLockPairing(tx, spotPk),
    readPairing(recorder, spotPk, readsAtOnce + 1),
    readPolicy(recorder, spotPk),
    selectNewest(tx, organizationId, [spotPk]),
    readCars(recorder, folds),
  ]);
  const { fresh } = reads;
  const isOwn = fresh.every(({ plate_fold }) => folds.includes(plate_fold));
  if (!(isLocked && policy && isOwn) || fresh.length > readsAtOnce) return false;
  const { targets, emptyVisits, claims } = planPairing(
    reads,
    await readFormerVisits(recorder, spotPk, listVisits(reads)),
  );
  if (emptyVisits.length > 0) return false;
  const changed = targets.filter(
    ({ paired, previousVisit }) =>
      !previousVisit || isChanged(toObservation(paired, previousVisit), previousVisit.seen),
  );
  if (changed.some(({ previousVisit }) => previousVisit?.is_protected)) return false;
  const due = changed.map(toDueVisit);
  const times = { lot: lotNow(now, newest), server: now };
  const assessments = await assessVisits(
    recorder,
    policy,
    { due, cars },
    { now: times.lot, withHolds: false },
  );
  if (assessments.some(({ finding }) => finding.owes)) return false;
  const plans = assessments.map((assessment) =>
    planEnforcement(policy, assessment, newViolationCode(), times),
  );
  if (!plans.every(isQuiet)) return false;
  const decided = changed.map((target, index) => {
    const { decision } = must(plans[index], 'plan');
    const { paired, previousVisit, external_id } = target;
    const visit = { ...toObservation(paired, previousVisit), ...decision };
    return {
      isNew: !previousVisit,
      visit,
      name: { spot_pk: spotPk, source: 'cameras', external_id },
    };
  });
  sendVisits(
    recorder,
    decided.flatMap(({ isNew, visit, name }) => (isNew ? { ...visit, ...name } : [])),
    decided.flatMap(({ isNew, visit }) => (isNew ? [] : visit)),
  );
  sendAhead(claimReads(recorder, claims));
  return true;
}

/** Whether visits are settled with their reads if that is simple, or always by a job. */
export type Settling = 'at once' | 'by job';

/** Records something with reads. If its data is at fault, the visits may be what can't be stored: a job finds out. */
export async function withSettling<T>(write: (settling: Settling) => Promise<T>): Promise<T> {
  try {
    return await write('at once');
  } catch (error) {
    if (!isFaultOfTheData(error)) throw error;
    return write('by job');
  }
}

/**
 * Settles the visits that recorded reads change. Comes last in a transaction: who holds a waiting job's row must not wait
 * for a property that is being settled.
 */
export async function settleReads(
  recorder: Recorder,
  { spots, folds }: Pick<RecordedReads, 'spots' | 'folds'>,
  { now, settling }: { now: Instant; settling: Settling },
): Promise<void> {
  const [spot, ...others] = spots;
  if (spot === undefined) return;
  const isSimple = settling === 'at once' && others.length === 0 && folds.length <= readsAtOnce;
  if (isSimple && (await settleAtOnce(recorder, spot, folds, now))) return;
  await queuePairing(recorder, spots, now);
}
