import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from '../../../server/src/testing/at-end.ts';
import { alignSequences } from '../dataset/properties.ts';
import { emptyDatabase } from '../ingest/prepare-database.ts';
import type { Cluster, Connection } from '../place.ts';
import { benchFolder, connect } from '../place.ts';
import { divideProperties, traffic } from './traffic.ts';

async function makeProperties(sql: Connection): Promise<void> {
  await sql`insert into organizations (pk, name)
    select n, 'Organization ' || n from generate_series(1, ${traffic.organizations}::int) n`;
  await sql`
    insert into spots (organization_id, pk, name, address_line1, city, state, timezone, quantity,
      quantity_monthly, price_hourly, price_daily, price_monthly)
    select o.n, row_number() over (order by o.n, l), 'Lot ' || l || ' of ' || o.n, l || ' Main Street',
      'Springfield', 'IL', 'America/Chicago', 100, 10, 300, 1500, 12000
    from unnest(${divideProperties()}::int[]) with ordinality o(lots, n), generate_series(1, o.lots) l`;
  await sql`insert into people (pk, first_name, last_name, email)
    select n, 'Admin', 'Number ' || n, 'admin' || n || '@example.com'
    from generate_series(1, ${traffic.organizations}::int) n`;
  await sql`insert into affiliations (organization_id, person_pk, role)
    select pk, pk, 'ADMIN' from organizations`;
  await alignSequences(sql);
  await sql.unsafe('vacuum analyze');
}

/** Re-creates a database with 10,000 properties, and opens connections for the benchmark's own statements. */
export async function prepareProperties(cluster: Cluster, database: string) {
  await emptyDatabase(cluster, database);
  const url = cluster.url(database);
  const sql = connect(url, 2);
  atEnd(() => sql.end());
  await makeProperties(sql);
  return { url, sql };
}

/** The process of the benchmark's PostgreSQL. */
export const readPostmaster = () =>
  Number(readFileSync(join(benchFolder(), 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
