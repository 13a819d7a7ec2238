import type { Cluster, Connection } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import { openTurn, prepareRecording } from './recording-database.ts';
import { batchSize, record } from './writers.ts';

/** Minimum share of the rate without rollups that must remain, by number of writers. */
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
    `alter table ledger_entries ${state} trigger roll_up, ${state} trigger roll_up_closed, ${state} trigger roll_up_taxes`,
  );
  await owner.unsafe(`alter table rentals ${state} trigger count_inserted`);
  // A warm connection per writer: a server's connections have planned their statements long ago.
  const { app, setup } = await openTurn(cluster, owner, 2 * load.writers);
  await record(app.system, setup, { ...load, seconds: 3 });
  const result = await record(app.system, setup, load);
  await app.close();
  return result;
}

/** Alternates with and without the rollups' triggers, so that variations of the machine affect both. */
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

/** The cost of rollups for recording rentals, through the recorder itself. */
export async function* measureRecording(cluster: Cluster, seconds: number): AsyncGenerator<Figure> {
  const owner = await prepareRecording(cluster);
  for (const writers of [1, 8] as const) {
    const { enable, disable } = await alternate(cluster, owner, writers, seconds);
    const note = `${Math.round(enable.rate)} rentals/s against ${Math.round(disable.rate)}`;
    const label = `recording with rollups ÷ without, ${writers} writer${writers > 1 ? 's' : ''}`;
    yield judged(label, enable.rate / disable.rate, { least: leastShare[writers] }, note);
    const deadLocks = `deadlocks, ${writers} × batches of ${batchSize}`;
    yield judged(deadLocks, enable.deadLocks, { most: 0, digits: 0 });
  }
  await owner.end();
}
