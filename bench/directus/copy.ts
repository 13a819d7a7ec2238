import type { Cluster } from '../place.ts';
import { connect } from '../place.ts';

const copyName = 'bench_directus';

/**
 * Directus leaves out tables whose primary key has several columns. Here `pk` is the key, every other index stays, and
 * the previous key is unique. A rental points to its car by one column, which Directus follows.
 */
const singleKeys = [
  ...['rentals', 'cars', 'ledger_entries'].map(
    (table) => `alter table ${table} drop constraint ${table}_pkey cascade,
      add unique (organization_id, pk), add primary key (pk)`,
  ),
  'alter table rentals add foreign key (car_pk) references cars',
  ...['revenue_days', 'revenue_months'].map(
    (table) => `alter table ${table} drop constraint ${table}_pkey,
      add unique (organization_id, spot_pk, local_date, rental_type),
      add column pk bigint generated always as identity primary key`,
  ),
  'vacuum analyze',
];

export async function dropCopy(cluster: Cluster): Promise<void> {
  const server = connect(cluster.url('lotkeeper'));
  await server.unsafe(`drop database if exists ${copyName} with (force)`);
  await server.end();
}

/** Copies a data set, so that Directus can create its own tables in it and the keys that it needs; returns its URL. */
export async function copyDataSet(cluster: Cluster, database: string): Promise<string> {
  await dropCopy(cluster);
  const server = connect(cluster.url('lotkeeper'));
  await server.unsafe(`create database ${copyName} template ${database} strategy file_copy`);
  await server.end();
  const url = cluster.url(copyName);
  const sql = connect(url);
  for (const statement of singleKeys) await sql.unsafe(statement);
  await sql.end();
  return url;
}
