import { noLimits, openDatabase } from '../../server/src/kernel/data/database.ts';
import type { Cluster, Connection } from '../place.ts';
import { print } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import { prepareRecording, readGround, recordingDatabase } from './recording-database.ts';
import { batchSize, record } from './writers.ts';

/** Share of the rate without rollups that must remain, by writers. */
const leastShare = { 1: 0.85, 8: 0.65 } as const;

interface Sum {
  rate: number;
  deadLocks: number;
}

async function measureTurn(
  cluster: Cluster,
  owner: Connection,
  state: 'enable' | 'disable',
  load: { writers: number; seconds: number },
) {
  await owner.unsafe(
    `alter table ledger_entries ${state} trigger roll_up, ${state} trigger roll_up_closed`,
  );
  await owner.unsafe(`alter table rentals ${state} trigger count_inserted`);
  // New connections: plans of foreign keys that were made while the tables were small are slow for good.
  await owner.unsafe('vacuum analyze');
  await owner.unsafe('checkpoint');
  // A connection a writer, each warm: a server's connections have planned their statements long ago.
  const app = openDatabase({
    url: cluster.url(recordingDatabase),
    pool: 2 * load.writers,
    prepare: true,
    limits: noLimits,
  });
  const ground = await readGround(owner);
  await record(app.system, ground, { ...load, seconds: 3 });
  const result = await record(app.system, ground, load);
  await app.close();
  return result;
}

/** With and without the rollups' triggers, in turns of either order, so that a machine's moods meet both alike. */
async function alternate(cluster: Cluster, owner: Connection, writers: 1 | 8, seconds: number) {
  const sums: Record<'enable' | 'disable', Sum> = {
    enable: { rate: 0, deadLocks: 0 },
    disable: { rate: 0, deadLocks: 0 },
  };
  const turns = ['enable', 'disable', 'disable', 'enable', 'enable', 'disable'] as const;
  for (const state of turns) {
    const result = await measureTurn(cluster, owner, state, { writers, seconds });
    sums[state].rate += result.perSecond / (turns.length / 2);
    sums[state].deadLocks += result.deadLocks;
  }
  return sums;
}

/** What the rollups cost anyone who records rentals, through the recorder itself. */
export async function measureRecording(cluster: Cluster, seconds: number): Promise<Figure[]> {
  const owner = await prepareRecording(cluster);
  const figures: Figure[] = [];
  for (const writers of [1, 8] as const) {
    const { enable, disable } = await alternate(cluster, owner, writers, seconds);
    const note = `${Math.round(enable.rate)} rentals/s against ${Math.round(disable.rate)}`;
    const label = `recording with rollups ÷ without, ${writers} writer${writers > 1 ? 's' : ''}`;
    figures.push(judged(label, enable.rate / disable.rate, { least: leastShare[writers] }, note));
    figures.push(
      judged(`dead-locks, ${writers} × batches of ${batchSize}`, enable.deadLocks, {
        most: 0,
        digits: 0,
      }),
    );
  }
  for (const figure of figures) print(`  ${figure.label}: ${figure.figure} (${figure.note ?? ''})`);
  await owner.end();
  return figures;
}
