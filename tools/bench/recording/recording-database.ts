import { systemClock } from '../../../server/src/kernel/clock.ts';
import { makeProperties } from '../dataset/properties.ts';
import { lotsByOrganization } from '../ingest/prepare-database.ts';
import type { Cluster, Connection } from '../place.ts';
import { connect, openApp, recreateDatabase } from '../place.ts';
import { record } from './writers.ts';

const recordingDatabase = 'bench_recording';

/** A new database with properties and some rentals, and a connection as its owner. */
export async function prepareRecording(cluster: Cluster): Promise<Connection> {
  await recreateDatabase(cluster, recordingDatabase);
  const url = cluster.url(recordingDatabase);
  const owner = connect(url);
  await makeProperties(owner);
  // Some initial rentals: foreign keys planned on empty tables would scan whole ones later.
  const app = openApp(url, 8);
  const setup = { lots: await lotsByOrganization(owner), now: systemClock() };
  await record(app.system, setup, { writers: 4, seconds: 8 });
  await app.close();
  return owner;
}

/**
 * Opens the recorder's connections for a turn of a measurement. They are new, because foreign key plans made while
 * the tables were small would stay slow.
 */
export async function openTurn(cluster: Cluster, owner: Connection, pool: number) {
  await owner.unsafe('vacuum analyze');
  await owner.unsafe('checkpoint');
  const app = openApp(cluster.url(recordingDatabase), pool);
  return { app, setup: { lots: await lotsByOrganization(owner), now: systemClock() } };
}
