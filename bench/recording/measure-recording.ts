import { systemClock } from '../../server/src/kernel/clock.ts';
import { openDatabase } from '../../server/src/kernel/database.ts';
import { migrate } from '../../server/src/kernel/migrations.ts';
import { makeProperties } from '../dataset/properties.ts';
import type { Connection, Place } from '../place.ts';
import { connect, say } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import type { Ground } from './writers.ts';
import { batchSize, record } from './writers.ts';

const database = 'bench_recording';
/** Share of the rate without rollups that must remain, by writers. */
const leastShare = { 1: 0.85, 8: 0.65 } as const;

async function emptyDatabase(place: Place): Promise<void> {
  const server = connect(place.url('lotkeeper'));
  await server.unsafe(`drop database if exists ${database} with (force)`);
  await server.unsafe(`create database ${database}`);
  await server.end();
  const app = openDatabase({ url: place.url(database), pool: 2, prepare: true });
  await migrate(app.system);
  await app.close();
}

async function groundOf(sql: Connection): Promise<Ground> {
  const lots = await sql<{ organization: number; pks: number[] }[]>`
    select organization_id::int as organization, array_agg(pk::int) as pks from spots group by 1`;
  return { lots: new Map(lots.map((row) => [row.organization, row.pks])), now: systemClock() };
}

interface Sum {
  rate: number;
  deadLocks: number;
}

/** With and without the rollups' trigger in turns, so that a machine's moods meet both alike. */
async function alternate(place: Place, owner: Connection, writers: 1 | 8, seconds: number) {
  const app = openDatabase({ url: place.url(database), pool: 16, prepare: true });
  const ground = await groundOf(owner);
  const sums: Record<'enable' | 'disable', Sum> = {
    enable: { rate: 0, deadLocks: 0 },
    disable: { rate: 0, deadLocks: 0 },
  };
  await record(app.system, ground, { writers, seconds: 2 });
  const turns = 3;
  for (let turn = 0; turn < turns; turn++) {
    for (const state of ['enable', 'disable'] as const) {
      await owner.unsafe(`alter table ledger_entries ${state} trigger roll_up`);
      await owner.unsafe(`alter table rentals ${state} trigger count_inserted`);
      await owner.unsafe('checkpoint');
      const result = await record(app.system, ground, { writers, seconds });
      sums[state].rate += result.perSecond / turns;
      sums[state].deadLocks += result.deadLocks;
    }
  }
  await app.close();
  return sums;
}

/** What the rollups cost whoever records rentals, through the recorder itself. */
export async function measureRecording(place: Place, seconds: number): Promise<Figure[]> {
  await emptyDatabase(place);
  const owner = connect(place.url(database));
  await makeProperties(owner);
  const figures: Figure[] = [];
  for (const writers of [1, 8] as const) {
    const { enable, disable } = await alternate(place, owner, writers, seconds);
    const note = `${Math.round(enable.rate)} rentals/s against ${Math.round(disable.rate)}`;
    const what = `recording with rollups ÷ without, ${writers} writer${writers > 1 ? 's' : ''}`;
    figures.push(judged(what, enable.rate / disable.rate, { least: leastShare[writers] }, note));
    figures.push(
      judged(`dead-locks, ${writers} × batches of ${batchSize}`, enable.deadLocks, {
        most: 0,
        digits: 0,
      }),
    );
  }
  for (const figure of figures) say(`  ${figure.what}: ${figure.figure} (${figure.note ?? ''})`);
  await owner.end();
  return figures;
}
