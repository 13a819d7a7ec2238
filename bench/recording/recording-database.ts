import { systemClock } from '../../server/src/kernel/clock.ts';
import { noLimits, openDatabase } from '../../server/src/kernel/data/database.ts';
import { migrate } from '../../server/src/kernel/data/migrations.ts';
import { makeProperties } from '../dataset/properties.ts';
import type { Cluster, Connection } from '../place.ts';
import { connect } from '../place.ts';
import type { Ground } from './writers.ts';
import { record } from './writers.ts';

export const recordingDatabase = 'bench_recording';

async function emptyDatabase(cluster: Cluster): Promise<void> {
  const server = connect(cluster.url('lotkeeper'));
  await server.unsafe(`drop database if exists ${recordingDatabase} with (force)`);
  await server.unsafe(`create database ${recordingDatabase}`);
  await server.end();
  const app = openDatabase({
    url: cluster.url(recordingDatabase),
    pool: 2,
    prepare: true,
    limits: noLimits,
  });
  await migrate(app);
  await app.close();
}

/** The properties that are recorded at, and when it is now. */
export async function readGround(sql: Connection): Promise<Ground> {
  const lots = await sql<{ organization: number; pks: number[] }[]>`
    select organization_id::int as organization, array_agg(pk::int) as pks from spots group by 1`;
  return { lots: new Map(lots.map((row) => [row.organization, row.pks])), now: systemClock() };
}

/** Some rentals to begin with: foreign keys that are planned on empty tables look through whole ones later. */
async function fill(cluster: Cluster, owner: Connection): Promise<void> {
  const app = openDatabase({
    url: cluster.url(recordingDatabase),
    pool: 8,
    prepare: true,
    limits: noLimits,
  });
  await record(app.system, await readGround(owner), { writers: 4, seconds: 8 });
  await app.close();
}

/** A new database with properties and some rentals, and a connection of its owner. */
export async function prepareRecording(cluster: Cluster): Promise<Connection> {
  await emptyDatabase(cluster);
  const owner = connect(cluster.url(recordingDatabase));
  await makeProperties(owner);
  await fill(cluster, owner);
  return owner;
}
