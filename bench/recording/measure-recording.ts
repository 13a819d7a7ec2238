import { systemClock } from '../../server/src/kernel/clock.ts';
import { noLimits, openDatabase } from '../../server/src/kernel/data/database.ts';
import { migrate } from '../../server/src/kernel/data/migrations.ts';
import { makeProperties } from '../dataset/properties.ts';
import type { Cluster, Connection } from '../place.ts';
import { connect, print } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import type { Ground } from './writers.ts';
import { batchSize, record } from './writers.ts';

const database = 'bench_recording';
/** Share of the rate without rollups that must remain, by writers. */
const leastShare = { 1: 0.85, 8: 0.65 } as const;

async function emptyDatabase(cluster: Cluster): Promise<void> {
  const server = connect(cluster.url('lotkeeper'));
  await server.unsafe(`drop database if exists ${database} with (force)`);
  await server.unsafe(`create database ${database}`);
  await server.end();
  const app = openDatabase({
    url: cluster.url(database),
    pool: 2,
    prepare: true,
    limits: noLimits,
  });
  await migrate(app);
  await app.close();
}

async function readGround(sql: Connection): Promise<Ground> {
  const lots = await sql<{ organization: number; pks: number[] }[]>`
    select organization_id::int as organization, array_agg(pk::int) as pks from spots group by 1`;
  return { lots: new Map(lots.map((row) => [row.organization, row.pks])), now: systemClock() };
}

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
    url: cluster.url(database),
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

/** Some rentals to begin with: foreign keys that are planned on empty tables look through whole ones later. */
async function fill(cluster: Cluster, owner: Connection): Promise<void> {
  const app = openDatabase({
    url: cluster.url(database),
    pool: 8,
    prepare: true,
    limits: noLimits,
  });
  await record(app.system, await readGround(owner), { writers: 4, seconds: 8 });
  await app.close();
}

/** What the rollups cost anyone who records rentals, through the recorder itself. */
export async function measureRecording(cluster: Cluster, seconds: number): Promise<Figure[]> {
  await emptyDatabase(cluster);
  const owner = connect(cluster.url(database));
  await makeProperties(owner);
  await fill(cluster, owner);
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
