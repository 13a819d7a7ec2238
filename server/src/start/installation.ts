import cluster from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { listOldZones } from '@lotkeeper/contract/kernel/zone-data';
import type { Pool } from 'pg';
import { openCallers } from '../callers.ts';
import type { Config } from '../config.ts';
import { prepareDemo } from '../demo/prepare-demo.ts';
import { checkDistribution } from '../distribution/check-distribution.ts';
import { daySealing } from '../features/trust/seals/seals.jobs.ts';
import type { Callers } from '../kernel/access/callers.ts';
import type { SecretBox } from '../kernel/access/secrets.ts';
import { createSecretBox, secretKey } from '../kernel/access/secrets.ts';
import { endPrintedTickets } from '../kernel/access/sign-in-tickets.ts';
import type { Files } from '../kernel/data/bucket/open-files.ts';
import { openFiles } from '../kernel/data/bucket/open-files.ts';
import { toStoreProblem } from '../kernel/data/bucket/store-problem.ts';
import { connectDatabase } from '../kernel/data/connect.ts';
import type { Database, Sql } from '../kernel/data/database.ts';
import {
  checkAppRole,
  jobLimits,
  openDatabase,
  refuseTransactionPooler,
} from '../kernel/data/database.ts';
import type { FileStore } from '../kernel/data/files.ts';
import { enqueue, migrateJobs } from '../kernel/data/jobs.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { openPool } from '../kernel/data/sql/connection-pool.ts';
import { StartError } from '../kernel/start-error.ts';
import type { Processors } from '../processor/open-processor.ts';
import { openProcessor } from '../processor/open-processor.ts';
import { isLateFileNeeded } from '../records/cars/late-files.ts';
import { clock, closers, printError, printLine } from './process-state.ts';

/** What every process of an installation has. */
export interface Installation {
  config: Config;
  database: Database;
  /** Connections for libraries that need `pg`. */
  pool: Pool;
  secretBox: SecretBox;
  processors: Processors;
  files: FileStore;
  /** Folders where new files appear, and the object store, if there is one. */
  fileStorage: Omit<Files, 'files' | 'close'>;
}

/** Refuses an object store that can't work as it's set up; any other problem may pass, and files wait for that. */
async function checkStore({ store }: Files): Promise<void> {
  try {
    await store?.check();
  } catch (error) {
    const { reason, isLasting } = toStoreProblem(error);
    if (isLasting)
      throw new StartError(`The file store of FILES_URL can’t be used: ${reason}.`, 'lasting');
    printError(
      `The file store of FILES_URL can’t be used now, because ${reason}. New files wait on this machine until it can.`,
    );
  }
}

/** Opens the folder or the object store. The first process of a machine checks it, and sends what others left. */
async function openStorage(config: Config, database: Database): Promise<Files> {
  const sweeps = !cluster.isWorker;
  const files = openFiles(config, {
    report: printError,
    sweeps,
    isLateNeeded: (name) => isLateFileNeeded(database.system, name, clock()),
  });
  closers.push(() => files.close());
  if (sweeps) await checkStore(files);
  return files;
}

/** Opens what every process needs; `prepare` gets the database before anything depends on it. */
export async function openInstallation(
  config: Config,
  livePool: number,
  prepare: (database: Database) => Promise<void> = () => Promise.resolve(),
): Promise<Installation> {
  const { database, close } = await connectDatabase(config, {
    log: { info: printLine, error: printError },
    replicaUrls: config.DATABASE_REPLICA_URL,
  });
  closers.push(close);
  await prepare(database);
  const pool = openPool({ url: database.url, size: livePool, limits: jobLimits });
  // The live events' adapter never releases a client if it is closed while still connecting.
  closers.push(() => Promise.race([pool.end(), pause(1000)]));
  const { files, ...fileStorage } = await openStorage(config, database);
  return {
    config,
    database,
    pool,
    secretBox: createSecretBox(await secretKey(config.SECRET_KEY, config.DATA_DIR)),
    processors: await openProcessor(config, { sql: database.system, clock }),
    files,
    fileStorage,
  };
}

export async function openInstallationCallers({ database }: Installation): Promise<Callers> {
  const { callers, close } = await openCallers(database, clock, (error) =>
    printError(String(error)),
  );
  closers.push(close);
  return callers;
}

const describeChange = (lastUsedAt: Instant) =>
  `SECRET_KEY isn’t the one that this database was last used with, at ${toIso(lastUsedAt)}. Give every process on this database the same key, or sign-ins fail. With a new key, sign-in codes, invitation emails that wait, and signing secrets of cameras stop working: see docs/deploy.md.`;

/** Records that a server starts with a secret key, and reports if the previous start had another. */
async function noteSecretKey(sql: Sql, secretBox: SecretBox): Promise<void> {
  const now = clock();
  const fingerprint = secretBox.hash('secret key', 'fingerprint').toString('hex');
  const [last] = await sql<{ fingerprint: string; last_used_at: Instant }[]>`
    select fingerprint, last_used_at from secret_keys order by last_used_at desc limit 1`;
  if (last && last.fingerprint !== fingerprint) printError(describeChange(last.last_used_at));
  await sql`
    insert into secret_keys (fingerprint, first_used_at, last_used_at) values (${fingerprint}, ${now}, ${now})
    on conflict (fingerprint) do update set last_used_at = excluded.last_used_at`;
}

/** npm start builds the pages at the same time, and sends its only child a message when they are ready. */
async function waitForPages(): Promise<void> {
  if (!process.env.LOTKEEPER_AWAITS_PAGES || !process.connected) return;
  await once(process, 'message');
}

/** Prepares the database for everything that follows, including the demo, and waits for the pages. */
export async function prepareInstallation(installation: Installation): Promise<Database> {
  const { config, database, files } = installation;
  /** For work that nobody waits for, so it may take longer and uses none of the pages' connections. */
  const background = openDatabase({
    url: database.url,
    pool: 4,
    prepare: config.DATABASE_PREPARE,
    limits: jobLimits,
    nodes: database,
  });
  closers.push(() => background.close());
  await noteSecretKey(database.system, installation.secretBox);
  await migrateJobs(installation.pool);
  // Even with DEMO=0, the links of an earlier start with the demo become invalid.
  await endPrintedTickets(database.system);
  if (config.DEMO)
    await prepareDemo(background, { clock, days: config.DEMO_DAYS, files, printLine });
  // A new demo's past days can be proved within a minute or two, not only after the hourly run.
  if (config.DEMO) await enqueue(background.system, daySealing, {});
  await waitForPages();
  return background;
}

export const toPublicUrl = ({ PUBLIC_URL }: Config, address: string) =>
  PUBLIC_URL?.replace(/\/$/, '') ?? address;

/** Reports zones with outdated data, and refuses to record wrong dates and hours at a property in one. */
async function refuseOldZones({ system }: Database): Promise<void> {
  const oldZones = listOldZones();
  if (oldZones.length === 0) return;
  const names = oldZones.map(({ zone }) => zone);
  const advice = `Install Node 24.21 or newer: see "Zone data" in docs/time.md.`;
  printError(`Node ${process.version} has old data of time zones: ${names.join(', ')}. ${advice}`);
  const wrongZones = oldZones.filter(({ from }) => from <= clock()).map(({ zone }) => zone);
  const [property] = await system<{ name: string; timezone: string }[]>`
    select name, timezone from spots where timezone = any (${wrongZones}) limit 1`;
  if (!property) return;
  throw new StartError(
    `${property.name} is in ${property.timezone}, where this Node would record wrong dates and hours. ${advice}`,
  );
}

export async function migrateAll(database: Database): Promise<void> {
  await refuseTransactionPooler(database);
  await migrate(database, { report: printLine });
  await checkAppRole(database);
  await refuseOldZones(database);
  await checkDistribution(database);
}
