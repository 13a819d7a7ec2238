import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../../../kernel/clock.ts';
import { isFaultOfTheData } from '../../../kernel/data/data-faults.ts';
import type { Database } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { queuePairing, settleVisitsJob } from '../../../records/cars/plate-reads.ts';
import { lockPairing } from '../../../records/cars/visits/pairing-lock.ts';
import {
  countUncounted,
  countVisitJob,
  countVisits,
} from '../../../records/cars/visits/visit-counts.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { openRecorder } from '../../../records/recorder.ts';
import { hasFreshReads, setReadAside } from './pairing.queries.ts';
import { readDueProperties, setVisitAside } from './settling.queries.ts';
import { pairFreshReads, readsAtOnce } from './visits-pairing.ts';
import type { Round } from './visits-settling.ts';
import { readLotTime, settleProperty, visitsAtOnce } from './visits-settling.ts';

/** A step of settling: processes up to `atMost` rows, or sets the first of them aside. */
interface Step {
  atMost: number;
  run: (recorder: Recorder, atMost: number) => Promise<Round>;
  setAside: (recorder: Recorder, why: string) => Promise<void>;
}

/** Shown to Admins, so it excludes what the database quotes. */
const describeFault = (error: unknown) =>
  `A time or number in it is out of range (${(error as { code?: string }).code ?? 'range'}).`;

/**
 * Repeats a step, each time in a transaction with the property locked, until nothing is left. If the data is at fault,
 * the step is retried with half as many rows, down to one, which is set aside, and the others continue. Returns whether
 * anything changed.
 */
async function repeatStep(
  { system }: Database,
  property: { organization_id: number; spot_pk: number },
  step: Step,
): Promise<boolean> {
  const begin = <T>(work: (recorder: Recorder) => Promise<T>) =>
    system.begin(async (tx) => {
      const recorder = await openRecorder(tx, property.organization_id, [property.spot_pk]);
      await lockPairing(recorder.tx, property.spot_pk);
      return work(recorder);
    });
  let { atMost } = step;
  let changedAny = false;
  for (;;) {
    try {
      const { more, changed } = await begin((recorder) => step.run(recorder, atMost));
      changedAny ||= changed;
      if (!more) return changedAny;
    } catch (error) {
      if (!isFaultOfTheData(error)) throw error;
      if (atMost === 1) await begin((recorder) => step.setAside(recorder, describeFault(error)));
      atMost = atMost === 1 ? step.atMost : Math.ceil(atMost / 2);
    }
  }
}

/** Pairs plate reads into visits and decides their outcomes. */
export function makeVisitSettler({
  database,
  clock,
  publish,
}: {
  database: Database;
  clock: Clock;
  publish: Publish;
}): JobHandler<typeof settleVisitsJob> {
  return async (property) => {
    const spotPk = property.spot_pk;
    const paired =
      (await hasFreshReads(database.system, property)) &&
      (await repeatStep(database, property, {
        atMost: readsAtOnce,
        run: (recorder, atMost) => pairFreshReads(recorder, spotPk, atMost),
        setAside: (recorder, why) => setReadAside(recorder, spotPk, why),
      }));
    const settled = await repeatStep(database, property, {
      atMost: visitsAtOnce,
      run: (recorder, atMost) => settleProperty(recorder, spotPk, clock(), atMost),
      setAside: async (recorder, why) =>
        setVisitAside(recorder, spotPk, await readLotTime(recorder, spotPk, clock()), why),
    });
    const { organization_id: organizationId } = property;
    if (paired || settled) publish('server:newRecords', { organizationId, pk: spotPk });
  };
}

/** Queues the settling of every property with a due visit, where time alone may change the outcome. */
export function makeVisitSweeper({ database, clock }: { database: Database; clock: Clock }) {
  return async () => {
    await database.system.begin(async (tx) => {
      const due = await readDueProperties(tx, clock());
      for (const [organizationId, spots] of Map.groupBy(
        due,
        (property) => property.organization_id,
      )) {
        await queuePairing(
          { tx, organizationId },
          spots.map((spot) => spot.spot_pk),
          clock(),
        );
      }
    });
  };
}

const makeVisitCounter =
  ({ database: { system } }: { database: Database }): JobHandler<typeof countVisitJob> =>
  ({ organization_id, visit_pk }) =>
    system.begin(async (tx) => countVisits(await openRecorder(tx, organization_id), [visit_pk]));

/** Counts the visits from before outcomes were kept, and those of other releases, while there are any. */
function makeUncountedSweeper({ database, clock }: { database: Database; clock: Clock }) {
  return async () => {
    const end = clock() + minuteMs / 2;
    while (clock() < end && (await countUncounted(database)) > 0);
  };
}

export const visitsJobs = [
  handleJob(settleVisitsJob, makeVisitSettler),
  handleJob(countVisitJob, makeVisitCounter),
  handleJob(defineJob('count_visits', { every: minuteMs }), makeUncountedSweeper),
  handleJob(defineJob('sweep_visits', { every: minuteMs }), makeVisitSweeper),
];
