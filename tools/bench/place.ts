import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../server/src/embedded-postgres/embedded-postgres.ts';
import type { SqlPool } from '../../server/src/kernel/data/database.ts';
import { noLimits, openDatabase, openSqlPool } from '../../server/src/kernel/data/database.ts';
import { migrate } from '../../server/src/kernel/data/migrations.ts';

/** Sizes that the benchmark measures; `bench:data --rentals` can create others. */
export const sizes = { small: 1_000_000, large: 10_000_000 } as const;
export type Size = keyof typeof sizes;

/** The years of history in a data set, except in the long one. */
export const usualYears = 3;
/** The long data set: as many rentals a day as the small one, for ten times the years. */
export const long = { database: 'bench_long', years: 10 * usualYears } as const;

/** The database of a data set: the long one, the small one, or one for everything larger. */
export function databaseName(rentals: number, years: number = usualYears): string {
  if (years === long.years) return long.database;
  return rentals <= sizes.small ? 'bench_small' : 'bench_large';
}

/** The folder of the benchmark's database: `BENCH_DIR`, or a folder for temporary files. */
export const benchFolder = () => process.env.BENCH_DIR ?? join(tmpdir(), 'lotkeeper-bench');

export interface Cluster {
  /** The URL of a database in the benchmark's PostgreSQL. */
  url(database: string): string;
  stop(): Promise<void>;
}

/** Starts the PostgreSQL that comes with Lotkeeper, with the settings that `npm start` uses. */
export async function openCluster(): Promise<Cluster> {
  const folder = benchFolder();
  mkdirSync(folder, { recursive: true });
  const running = await startEmbeddedPostgres({
    dataDir: folder,
    log: { info: print, error: print },
  });
  return {
    url: (database) => running.url.replace(/\/[^/?]*(\?.*)?$/, `/${database}$1`),
    stop: running.stop,
  };
}

export const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Plain connections for the benchmark's own statements. */
export const connect = (url: string, size = 1, settings: Record<string, string> = {}) =>
  openSqlPool(url, { size, settings });

/** The connections that the app makes, without limits. */
export const openApp = (url: string, pool = 2) =>
  openDatabase({ url, pool, prepare: true, limits: noLimits });

export type Connection = SqlPool & { end(): Promise<void> };

/** Re-creates a benchmark database with Lotkeeper's tables. */
export async function recreateDatabase(cluster: Cluster, database: string): Promise<void> {
  const server = connect(cluster.url('lotkeeper'));
  await server.unsafe(`drop database if exists ${database} with (force)`);
  await server.unsafe(`create database ${database}`);
  await server.end();
  const app = openApp(cluster.url(database));
  await migrate(app);
  await app.close();
}

/**
 * Settings of a connection with the pages' role that sees all organizations. The app keeps the scope of a read on
 * its connections, so the statements it sends for a page don't set one.
 */
export async function asPages(url: string): Promise<Record<string, string>> {
  const sql = connect(url);
  const [row] = await sql<{ all: string }[]>`
    select string_agg(pk::text, ',') as all from organizations`;
  await sql.end();
  return { role: 'lotkeeper_app', search_path: 'public', 'lotkeeper.scope': row?.all ?? '' };
}
