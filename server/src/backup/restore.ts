import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { fromIso, type Instant } from '@lotkeeper/contract/kernel/calendar';
import { majorVersion } from '../embedded-postgres/cluster.ts';
import { prepareRestore } from '../embedded-postgres/embedded-postgres.ts';
import { lockDataFolder } from '../embedded-postgres/lock.ts';
import { beginRestore } from '../embedded-postgres/unfinished-restore.ts';
import { syncFile, syncFolder } from '../kernel/data/durable-file.ts';
import { StartError } from '../kernel/start-error.ts';
import { databaseName, keptNames } from './back-up.ts';
import type { ManifestBody } from './manifest.ts';
import { readFileList, readManifest, sharedFilesName, verifyBackup } from './manifest.ts';
import { addArchive, openArchive, replayArchive, replayLog } from './restore-archive.ts';
import { ContentStore, listNames } from './stored-files.ts';
import { unpackTar } from './tar.ts';

export interface RestoreOptions {
  /** The folder of one backup. */
  from: string;
  dataDir: string;
  /** The time to restore to; undefined = everything that the archive has. */
  until?: Instant | undefined;
  /** Restores the backup alone. */
  withoutArchive?: boolean;
  report: (progress: string) => void;
}

const concurrentCopies = 8;
const toMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

async function refuseUsedFolder(dataDir: string): Promise<void> {
  const names = await listNames(dataDir);
  if (names.length === 0) return;
  throw new StartError(
    `${dataDir} isn't empty: name a new folder, or move this one away. A restore never overwrites anything.`,
  );
}

function refuseOtherVersion({ database }: ManifestBody): void {
  if (String(database.version) === majorVersion) return;
  throw new StartError(
    `The backup is of PostgreSQL ${database.version}, and this Lotkeeper comes with PostgreSQL ${majorVersion}: restore it with the version of Lotkeeper that made it.`,
  );
}

async function refuseFullDisk(dataDir: string, { database, files }: ManifestBody): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  const needed = database.bytes + files.bytes;
  if (bavail * bsize > needed) return;
  throw new StartError(
    `The disk with ${dataDir} has ${toMegabytes(bavail * bsize)} free, and the backup needs ${toMegabytes(needed)}: free some space, or name another folder.`,
  );
}

async function restoreFiles({ from, dataDir, report }: RestoreOptions, store: ContentStore) {
  const folders = new Set<string>();
  const restore = async ({ name, sha256 }: { name: string; sha256: string }) => {
    const path = join(dataDir, 'files', name.slice(0, 2), name);
    await mkdir(dirname(path), { recursive: true });
    folders.add(dirname(path));
    await copyFile(store.toPath(sha256), path);
    await syncFile(path);
  };
  let count = 0;
  let copies: Promise<void>[] = [];
  for await (const file of readFileList(from)) {
    copies.push(restore(file));
    if (copies.length === concurrentCopies) await Promise.all(copies);
    if (copies.length === concurrentCopies) copies = [];
    count += 1;
    report(`${count} files restored`);
  }
  await Promise.all(copies);
  for (const folder of folders) await syncFolder(folder);
}

async function restoreKeptFiles({ from, dataDir }: RestoreOptions): Promise<void> {
  const names = await readdir(from);
  for (const name of keptNames.filter((keptName) => names.includes(keptName))) {
    await copyFile(join(from, name), join(dataDir, name));
    await syncFile(join(dataDir, name));
  }
  await syncFolder(dataDir);
}

async function unpackDatabase({ from, report }: RestoreOptions, target: string): Promise<void> {
  await pipeline(
    createReadStream(join(from, databaseName)),
    createZstdDecompress(),
    (tar: AsyncIterable<Buffer>) =>
      unpackTar(tar, target, (bytes) => report(`${toMegabytes(bytes)} of the database restored`)),
  );
}

/**
 * Restores a backup into an empty data folder. Everything is verified before anything is written, and the folder
 * counts only once all of it is there and PostgreSQL has started on it. Returns the time as of which it is.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Instant> {
  const { from, dataDir, until, report } = options;
  const manifest = await readManifest(from);
  refuseOtherVersion(manifest);
  await refuseUsedFolder(dataDir);
  const store = new ContentStore(join(dirname(from), sharedFilesName));
  await verifyBackup(from, manifest, {
    toPath: (sha256) => store.toPath(sha256),
    onBytes: (bytes) => report(`${toMegabytes(bytes)} verified`),
  });
  const archive = await openArchive(options, manifest);
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  await refuseFullDisk(dataDir, manifest);
  const lock = lockDataFolder(dataDir);
  const end = await beginRestore(dataDir).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  try {
    await restoreFiles(options, store);
    await restoreKeptFiles(options);
    await prepareRestore(dataDir, async (target) => {
      await unpackDatabase(options, target);
      if (archive) await addArchive(target, archive);
    });
  } finally {
    lock.release();
  }
  if (archive) await replayArchive({ dataDir, until, report }, store);
  else await replayLog({ dataDir, report });
  await end();
  return until ?? archive?.completeUntil ?? fromIso(manifest.made_at);
}
