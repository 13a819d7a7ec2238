import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { openDataFolder } from '../kernel/data/data-folder.ts';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { StartError } from '../kernel/start-error.ts';
import { programs } from './binaries.ts';
import { type Cluster, createCluster, hasCluster, restoreCluster, takeOver } from './cluster.ts';
import { explain } from './explain.ts';
import { keepRunning } from './keep-running.ts';
import { lockDataFolder } from './lock.ts';
import { openLog } from './log-file.ts';
import { databasePassword, resetPassword } from './password.ts';
import { startPostmaster, stopOrphan, stopPostmaster } from './postmaster.ts';
import { announce } from './running.ts';
import { openPlace, type SocketFolder } from './socket-folder.ts';
import { refuseUnfinishedRestore, refuseUnfinishedSwap } from './unfinished.ts';
import { databaseUser } from './unprivileged.ts';

type Options = {
  dataDir: string;
  /** Whether a folder without a database is rejected. */
  mustExist?: boolean;
  /** Settings for replaying archived WAL; only a restore uses them. */
  recovery?: Record<string, string>;
  /** Allows a data folder with an incomplete restore; set while restoring. */
  isRestoring?: boolean;
  log: { info(message: string): void; error(message: string): void };
};

type Running = { url: string; stop: () => Promise<void> };

const upkeepMs = minuteMs;

/**
 * Starts the PostgreSQL that comes with Lotkeeper on the data folder, creating the database if there is none (unless
 * it must exist), and keeps it running and the folder locked until `stop`. Throws a StartError with one message for
 * any problem of the machine or the folder; never deletes data.
 */
export async function startEmbeddedPostgres(options: Options): Promise<Running> {
  const dataDir = resolve(options.dataDir);
  const undo: (() => unknown)[] = [];
  try {
    if (options.mustExist) refuseMissingDatabase(dataDir);
    openDataFolder(dataDir);
    const lock = lockDataFolder(dataDir);
    undo.push(() => lock.release());
    const cluster = await prepareCluster(dataDir, options);
    const log = openLog(join(dataDir, 'postgres.log'));
    undo.push(() => log.close());
    const socketFolder = await openPlace(cluster.user);
    undo.push(() => socketFolder.remove());
    const start = (signal?: AbortSignal) =>
      startPostmaster(cluster, socketFolder, log, options.log, signal);
    const stop = keepRunning(await start(), {
      start,
      stop: (child) => stopPostmaster(child, cluster),
      notes: options.log,
      log: log.path,
    });
    undo.push(stop);
    await ensureDatabase(socketFolder, cluster);
    const upkeep = setInterval(() => log.keepSmall(), upkeepMs).unref();
    undo.push(() => clearInterval(upkeep));
    const url = socketFolder.url(cluster.password);
    undo.push(announce(dataDir, url));
    return { url, stop: once(undo) };
  } catch (error) {
    await once(undo)();
    throw asStartError(error, dataDir);
  }
}

/** Rejects a data folder without a database when a command is about to use one. */
export function refuseMissingDatabase(dataDir: string): void {
  const folder = join(dataDir, 'postgres');
  if (existsSync(dataDir) && hasCluster({ folder, dataDir })) return;
  throw new StartError(
    `There is no database in ${dataDir}. Run this with the DATABASE_URL or DATA_DIR of your server, or start the server once with npm start.`,
  );
}

async function prepareCluster(
  dataDir: string,
  { log, recovery, isRestoring = false }: Options,
): Promise<Cluster> {
  if (!isRestoring) refuseUnfinishedRestore(dataDir);
  refuseUnfinishedSwap(dataDir);
  const folder = join(dataDir, 'postgres');
  const exists = hasCluster({ folder, dataDir });
  const user = databaseUser(dataDir, folder);
  const bin = join(await programs(user), 'bin');
  const { password, fresh } = databasePassword(dataDir);
  const cluster: Cluster = { dataDir, folder, bin, user, password, recovery };
  if (exists) {
    takeOver(cluster);
    await stopOrphan(cluster, log);
    if (fresh) await resetPassword(cluster);
  } else {
    log.info(`Creating the database in ${folder}.`);
    await createCluster(cluster);
  }
  return cluster;
}

/** Creates the cluster of a restored data folder from files that `unpack` writes. */
export async function prepareRestore(
  dataDir: string,
  unpack: (target: string) => Promise<void>,
): Promise<void> {
  const folder = join(dataDir, 'postgres');
  const user = databaseUser(dataDir, folder);
  const bin = join(await programs(user), 'bin');
  const { password } = databasePassword(dataDir);
  await restoreCluster({ dataDir, folder, bin, user, password }, unpack);
}

/** Creates the product's database in a cluster that has none. */
export async function ensureDatabase(
  socketFolder: SocketFolder,
  { password, dataDir }: Cluster,
): Promise<void> {
  const url = socketFolder.url(password, 'postgres');
  try {
    const found = await queryOnce(url, "select from pg_database where datname = 'lotkeeper'");
    if (found.length === 0) await queryOnce(url, 'create database lotkeeper');
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error;
    throw new StartError(
      `The password in ${join(dataDir, 'postgres-password')} is not the database's: remove that file and start again, and a new one is set.`,
    );
  }
}

function once(undo: (() => unknown)[]): () => Promise<void> {
  let done: Promise<void> | undefined;
  const all = async () => {
    for (const step of undo.toReversed()) await step();
  };
  return () => (done ??= all());
}

function asStartError(error: unknown, dataDir: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const outside = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'];
  if (error instanceof StartError || !outside.includes(code)) return error;
  return explain((error as Error).message, { folder: dataDir, action: 'keep its data' });
}
