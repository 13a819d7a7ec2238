import { noLimits, openDatabase } from '../../server/src/kernel/data/database.ts';
import { migrateJobsAt } from '../../server/src/kernel/data/jobs.ts';
import { migrate } from '../../server/src/kernel/data/migrations.ts';
import type { Cluster, Connection } from '../place.ts';
import { connect } from '../place.ts';

/** Re-creates a database of the bench, with the tables of Lotkeeper and its queue. */
export async function emptyDatabase(cluster: Cluster, database: string): Promise<void> {
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
  await migrateJobsAt(cluster.url(database));
}

/** The lots by organization. */
export async function lotsByOrganization(sql: Connection): Promise<Map<number, number[]>> {
  const lots = await sql<{ organization: number; pks: number[] }[]>`
    select organization_id::int as organization, array_agg(pk::int) as pks from spots group by 1`;
  return new Map(lots.map((row) => [row.organization, row.pks]));
}
