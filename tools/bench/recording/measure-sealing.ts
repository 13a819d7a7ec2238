import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { dailyPace, makeDaySealer } from '../../../server/src/features/trust/seals/seals.jobs.ts';
import { createSecretBox } from '../../../server/src/kernel/access/secrets.ts';
import { systemClock } from '../../../server/src/kernel/clock.ts';
import type { Pace } from '../../../server/src/kernel/load/pace.ts';
import type { Cluster, Connection } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import { openTurn, prepareRecording } from './recording-database.ts';
import { record } from './writers.ts';

const secretBox = createSecretBox('the secret key of the bench, 32 characters or more');

interface Totals {
  rate: number;
  sealed: number;
  recorded: number;
}

async function countSealed(owner: Connection): Promise<number> {
  const [row] = await owner<{ rows: number }[]>`
    select coalesce(sum(octet_length(leaves)), 0)::bigint / 40 as rows from day_seals`;
  return row?.rows ?? 0;
}

/**
 * Recording with and without the job that seals days in the same process, alternating in both orders. In a turn with
 * the job, as many rows wait for it as are recorded, so it seals from start to end, at its pace for organizations
 * with a seal. What remains is sealed at full speed after the turn.
 */
async function alternate(
  cluster: Cluster,
  owner: Connection,
  { writers, seconds, firstDay }: { writers: number; seconds: number; firstDay: number },
) {
  const totals: Record<'with' | 'without', Totals> = {
    with: { rate: 0, sealed: 0, recorded: 0 },
    without: { rate: 0, sealed: 0, recorded: 0 },
  };
  const turns = ['without', 'with', 'with', 'without', 'without', 'with'] as const;
  for (const [day, turn] of turns.entries()) {
    const { app, setup } = await openTurn(cluster, owner, 2 * writers + 2);
    let today = firstDay + 2 * day;
    const clock = () => instant(systemClock() + today * dayMs);
    let isRecording = false;
    const pace: Pace = (work) => (isRecording ? dailyPace(work) : work());
    const sealDays = makeDaySealer(
      { sql: app.system, clock, secretBox },
      { paceFor: () => pace, maxLeaves: 2000 },
    );
    await sealDays();
    await record(app.system, setup, { writers, seconds });
    today++;
    const sealedBefore = await countSealed(owner);
    isRecording = true;
    const sealing = turn === 'with' ? sealDays() : Promise.resolve();
    const { perSecond } = await record(app.system, setup, { writers, seconds });
    isRecording = false;
    totals[turn].sealed += (await countSealed(owner)) - sealedBefore;
    await sealing;
    totals[turn].rate += perSecond / (turns.length / 2);
    totals[turn].recorded += Math.round(perSecond * seconds);
    await app.close();
  }
  return totals;
}

/** The cost of sealing for recording at the same time. */
export async function* measureSealing(cluster: Cluster, seconds: number): AsyncGenerator<Figure> {
  const owner = await prepareRecording(cluster);
  for (const [index, writers] of [1, 8].entries()) {
    const firstDay = 1 + 100 * index;
    const totals = await alternate(cluster, owner, { writers, seconds, firstDay });
    const { rate, sealed, recorded } = totals.with;
    const rates = `${Math.round(rate)} rentals/s against ${Math.round(totals.without.rate)}`;
    const note = `${rates}; ${sealed} rows sealed while ${recorded} were recorded`;
    const label = `recording with sealing ÷ without, ${writers} writer${writers > 1 ? 's' : ''}`;
    yield judged(label, rate / totals.without.rate, { least: 0.98 }, note);
  }
  await owner.end();
}
