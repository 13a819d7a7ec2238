import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase } from '../kernel/data/copy-database.ts';
import { openDataFolder } from '../kernel/data/data-folder.ts';
import type { Database } from '../kernel/data/database.ts';
import { noLimits, openDatabase } from '../kernel/data/database.ts';
import { syncFolder, writeDurably } from '../kernel/data/durable-file.ts';
import { StartError } from '../kernel/start-error.ts';
import { listDisagreements } from '../records/money/ledger.ts';
import { programs } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { createCluster, majorVersion, removeCluster } from './cluster.ts';
import { ensureDatabase } from './embedded-postgres.ts';
import { lockDataFolder } from './lock.ts';
import { openLog } from './log-file.ts';
import { databasePassword } from './password.ts';
import type { Notes } from './postmaster.ts';
import { startPostmaster, stopOrphan, stopPostmaster } from './postmaster.ts';
import { openPlace } from './socket-folder.ts';
import { refuseUnfinishedRestore, swapMarker } from './unfinished.ts';
import { databaseUser } from './unprivileged.ts';

/** The major version of the cluster in a data folder; null = there is none. */
function readClusterVersion(dataDir: string): string | null {
  const file = join(dataDir, 'postgres', 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** Runs a cluster while `work` runs. */
async function withCluster<T>(
  cluster: Cluster,
  notes: Notes,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const log = openLog(join(cluster.dataDir, 'postgres-upgrade.log'));
  const socketFolder = await openPlace(cluster.user);
  try {
    const child = await startPostmaster(cluster, socketFolder, log, notes);
    try {
      await ensureDatabase(socketFolder, cluster);
      const url = socketFolder.url(cluster.password);
      const database = openDatabase({ url, pool: 4, prepare: true, limits: noLimits });
      return await work(database).finally(() => database.close());
    } finally {
      await stopPostmaster(child, cluster);
    }
  } finally {
    socketFolder.remove();
    log.close();
  }
}

const minFreeShare = 1.3;

async function checkSpace(dataDir: string, old: Database): Promise<void> {
  const [row] = await old.system<{ bytes: number }[]>`
    select sum(pg_database_size(oid))::bigint as bytes from pg_database`;
  const needed = (row?.bytes ?? 0) * minFreeShare;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= needed) return;
  throw new StartError(
    `The disk of ${dataDir} has ${Math.floor((bavail * bsize) / 1e6)} MB free, and the upgrade needs ${Math.ceil(needed / 1e6)} MB beside the old database.`,
  );
}

/** Copies everything from the old database to the new one; the next start applies newer migrations. */
async function fill(from: Database, to: Database, report: (line: string) => void) {
  const rows = await copyDatabase({ from, to, report });
  const differences = (await listDisagreements(to.system)).length;
  report(`${rows} rows were copied and compared; ${differences} sums differ from the ledger.`);
}

interface UpgradeOptions {
  dataDir: string;
  /** Returns the package with the old major version's programs. */
  oldPackage: (version: string) => Promise<string>;
  notes: Notes;
}

/** Replaces the old cluster with the new one; a start in the meantime is refused. */
async function swap(dataDir: string, version: string): Promise<void> {
  const [folder, next, oldFolder] = ['postgres', 'postgres-next', `postgres-${version}`].map(
    (name) => join(dataDir, name),
  ) as [string, string, string];
  const marker = swapMarker(dataDir);
  if (!existsSync(marker)) await writeDurably(marker, `${version}\n`);
  if (!existsSync(oldFolder)) renameSync(folder, oldFolder);
  if (existsSync(next)) renameSync(next, folder);
  await syncFolder(dataDir);
  rmSync(marker);
  await syncFolder(dataDir);
}

/**
 * Upgrades the built-in database to this version's PostgreSQL: both run at the same time, every table is copied and
 * compared, and the folders are swapped at the end. Until then the old one is only read. Returns where it is kept.
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<string | null> {
  const { dataDir } = options;
  openDataFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    refuseUnfinishedRestore(dataDir);
    if (existsSync(swapMarker(dataDir))) {
      const version = readFileSync(swapMarker(dataDir), 'utf8').trim();
      await swap(dataDir, version);
      return join(dataDir, `postgres-${version}`);
    }
    const version = readClusterVersion(dataDir);
    if (version === null) throw new StartError(`There is no database in ${dataDir}.`);
    if (version === majorVersion) return null;
    if (Number(version) > Number(majorVersion)) {
      throw new StartError(
        `The database in ${dataDir} is of PostgreSQL ${version}, and this Lotkeeper comes with PostgreSQL ${majorVersion}. Use a newer Lotkeeper.`,
      );
    }
    await carryOver(options, version);
    await swap(dataDir, version);
    return join(dataDir, `postgres-${version}`);
  } finally {
    lock.release();
  }
}

async function carryOver({ dataDir, oldPackage, notes }: UpgradeOptions, version: string) {
  const folder = join(dataDir, 'postgres');
  const oldFolder = join(dataDir, `postgres-${version}`);
  if (existsSync(oldFolder)) {
    throw new StartError(
      `${oldFolder} is there already, from an earlier upgrade: move it away first.`,
    );
  }
  const user = databaseUser(dataDir, folder);
  const { password } = databasePassword(dataDir);
  const makeCluster = (name: string, bin: string): Cluster => ({
    dataDir,
    folder: join(dataDir, name),
    bin: join(bin, 'bin'),
    user,
    password,
  });
  const old = makeCluster('postgres', await programs(user, await oldPackage(version)));
  const next = makeCluster('postgres-next', await programs(user));
  // The remains of an attempt that was killed.
  await stopOrphan(old, notes);
  if (existsSync(next.folder)) await stopOrphan(next, notes);
  removeCluster(next.folder);
  notes.info(`Copying the database of PostgreSQL ${version} to PostgreSQL ${majorVersion}.`);
  await createCluster(next);
  await withCluster(old, notes, async (oldDatabase) => {
    await checkSpace(dataDir, oldDatabase);
    await withCluster(next, notes, (nextDatabase) =>
      fill(oldDatabase, nextDatabase, (line) => notes.info(line)),
    );
  });
}
