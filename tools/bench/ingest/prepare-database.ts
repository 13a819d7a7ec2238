import { grants } from '@lotkeeper/contract/kernel/access';
import { migrateJobsAt } from '../../../server/src/kernel/data/jobs.ts';
import { makeApiKey } from '../../../server/src/testing/api-keys.factory.ts';
import type { Cluster, Connection } from '../place.ts';
import { recreateDatabase } from '../place.ts';
import type { Sender } from './senders.ts';

/** Re-creates a benchmark database with Lotkeeper's tables and queue. */
export async function emptyDatabase(cluster: Cluster, database: string): Promise<void> {
  await recreateDatabase(cluster, database);
  await migrateJobsAt(cluster.url(database));
}

async function lotsByOrganization(sql: Connection): Promise<Map<number, number[]>> {
  const lots = await sql<{ organization: number; pks: number[] }[]>`
    select organization_id::int as organization, array_agg(pk::int) as pks from spots group by 1`;
  return new Map(lots.map((row) => [row.organization, row.pks]));
}

/** Gives each organization an API key, and returns it with the organization's lots. */
export async function makeSenders(sql: Connection): Promise<Sender[]> {
  const senders: Sender[] = [];
  for (const [organization, lots] of await lotsByOrganization(sql)) {
    const { key } = await makeApiKey(sql, { pk: organization }, grants);
    senders.push({ organization, key, lots });
  }
  return senders;
}
