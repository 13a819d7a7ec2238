import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/data/database.ts';
import type { JobHandlers } from '../../kernel/data/jobs.ts';
import type { Live } from '../../kernel/http/live.ts';
import { readPolicy } from '../../records/enforcement-policy.ts';
import { lockPairing } from '../../records/pairing-lock.ts';
import { queuePairing } from '../../records/plate-reads.ts';
import type { Recorder } from '../../records/recorder.ts';
import { openRecorder } from '../../records/recorder.ts';
import { lotNow } from './lot-time.rules.ts';
import { readNewest } from './pairing.queries.ts';
import { readDueProperties } from './settling.queries.ts';
import { pairFreshReads } from './visits-pairing.ts';
import { settleDueVisits } from './visits-settling.ts';

interface Round {
  more: boolean;
  changed: boolean;
}

/** Repeats rounds, each a transaction with the property locked, until nothing is left. Returns whether any changed something. */
async function untilNothingIsLeft(
  { system }: Database,
  property: { organization_id: number; spot_pk: number },
  round: (recorder: Recorder) => Promise<Round>,
): Promise<boolean> {
  let changedAny = false;
  for (;;) {
    const { more, changed } = await system.begin(async (tx) => {
      const recorder = await openRecorder(tx, property.organization_id);
      await lockPairing(recorder.tx, property.spot_pk);
      return round(recorder);
    });
    changedAny ||= changed;
    if (!more) return changedAny;
  }
}

/** Pairs plate reads into visits and decides what each comes to. */
export function makeVisitSettler({
  database,
  clock,
  publish,
}: {
  database: Database;
  clock: Clock;
  publish: Live['publish'];
}): JobHandlers['settle_visits'] {
  return async (property) => {
    const spotPk = property.spot_pk;
    const paired = await untilNothingIsLeft(database, property, (recorder) =>
      pairFreshReads(recorder, spotPk),
    );
    const settled = await untilNothingIsLeft(database, property, async (recorder) => {
      const policy = await readPolicy(recorder, spotPk);
      if (!policy) return { more: false, changed: false };
      const now = lotNow(clock(), await readNewest(recorder, spotPk));
      return settleDueVisits(recorder, policy, now);
    });
    const { organization_id: organizationId } = property;
    if (paired || settled) publish('server:newRecords', { organizationId, pk: spotPk });
  };
}

/** Queues the settling of every property with a visit that is due. */
export function makeVisitSweeper({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): JobHandlers['sweep_visits'] {
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
