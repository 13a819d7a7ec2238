import { systemClock } from '../../server/src/kernel/clock.ts';
import { noLimits, openDatabase } from '../../server/src/kernel/data/database.ts';
import { makeProperties } from '../dataset/properties.ts';
import { lotsByOrganization } from '../ingest/ground.ts';
import type { Cluster, Connection } from '../place.ts';
import { connect, recreateDatabase } from '../place.ts';
import type { Ground } from './writers.ts';
import { record } from './writers.ts';

export const recordingDatabase = 'bench_recording';

/** The properties that are recorded at, and when it is now. */
export async function readGround(sql: Connection): Promise<Ground> {
  return { lots: await lotsByOrganization(sql), now: systemClock() };
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
  await recreateDatabase(cluster, recordingDatabase);
  const owner = connect(cluster.url(recordingDatabase));
  await makeProperties(owner);
  await fill(cluster, owner);
  return owner;
}
