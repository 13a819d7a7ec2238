import { formatTimestamp, systemClock } from '../../../server/src/kernel/clock.ts';
import { listDisagreements, rebuildRollups } from '../../../server/src/records/money/ledger.ts';
import type { Cluster, Connection } from '../place.ts';
import { connect, print, recreateDatabase } from '../place.ts';
import type { Plan } from './history.ts';
import { fillers, fillLedger, fillRentals, fillRest, fillUses, fillVisits } from './history.ts';
import { makeProperties } from './properties.ts';
import { dropIndexes, restoreIndexes } from './tables.ts';

/** Settings of the loading connections: no triggers, memory for sorts, no waiting for the disk. */
const loading = {
  session_replication_role: 'replica',
  synchronous_commit: 'off',
  work_mem: '512MB',
  maintenance_work_mem: '1GB',
};

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  print(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return result;
}

const partitions = Array.from({ length: fillers }, (_, part) => part);
const sideBySide = (work: (part: number) => Promise<void>) => Promise.all(partitions.map(work));

async function newDatabase(cluster: Cluster, database: string): Promise<void> {
  const server = connect(cluster.url('lotkeeper'));
  // The data set can be rebuilt in minutes, so nothing has to reach the disk while it is filled.
  await server.unsafe('alter system set fsync = off');
  await server.unsafe('alter system set autovacuum = off');
  await server`select pg_reload_conf()`;
  await server.end();
  await recreateDatabase(cluster, database);
}

async function finish(sql: Connection): Promise<void> {
  await sql.unsafe('vacuum analyze');
  for (const name of ['fsync', 'autovacuum']) await sql.unsafe(`alter system reset ${name}`);
  await sql`select pg_reload_conf()`;
  await sql.unsafe('checkpoint');
}

async function agreement(sql: Connection): Promise<boolean> {
  const { length: wrong } = await listDisagreements(sql);
  print(wrong === 0 ? 'The rollups agree with the ledger.' : `${wrong} rollup figures are wrong.`);
  return wrong === 0;
}

async function load(sql: Connection, plan: Plan): Promise<void> {
  await step('organizations and lots', () => makeProperties(sql));
  const dropped = await dropIndexes(sql);
  await step('rentals', () => sideBySide((part) => fillRentals(sql, plan, part)));
  // Without statistics on rentals, the planner would scan them once for every lot.
  await sql.unsafe('analyze rentals');
  await step('ledger', () => sideBySide((part) => fillLedger(sql, plan, part)));
  await step('visits', () => sideBySide((part) => fillVisits(sql, plan, part)));
  await step('prices, reviews and payouts', () => fillRest(sql, plan));
  await step('indexes', () => restoreIndexes(sql, dropped));
  await sql`select setval(pg_get_serial_sequence('rentals', 'pk'), ${plan.rentals})`;
  // Without statistics, the planner would read the whole tables for each property.
  await step('analyze', () => sql.unsafe('analyze rentals, ledger_entries'));
  await step('discount codes', () => fillUses(sql));
  await step('rollups', () => rebuildRollups(sql));
}

/** Rebuilds a data set in its database; false if its rollups don't agree with its ledger. */
export async function fillData(
  cluster: Cluster,
  dataset: { database: string; rentals: number; years: number },
): Promise<boolean> {
  const started = performance.now();
  const plan = {
    rentals: dataset.rentals,
    days: 365 * dataset.years,
    now: formatTimestamp(systemClock()),
  };
  await newDatabase(cluster, dataset.database);
  const sql = connect(cluster.url(dataset.database), 2 * fillers + 1, loading);
  try {
    await load(sql, plan);
    await step('vacuum, analyze, checkpoint', () => finish(sql));
    const minutes = (performance.now() - started) / 60_000;
    await sql.unsafe('create table bench_data (now timestamptz, rentals bigint, minutes float8)');
    await sql`insert into bench_data values (${plan.now}, ${plan.rentals}, ${minutes})`;
    const [size] = await sql<{ bytes: string }[]>`
      select pg_database_size(current_database()) as bytes`;
    const gigabytes = (Number(size?.bytes) / 1e9).toFixed(1);
    print(`${dataset.rentals} rentals in ${minutes.toFixed(1)} minutes, ${gigabytes} GB.`);
    return await step('comparison of rollups and ledger', () => agreement(sql));
  } finally {
    await sql.end();
  }
}
