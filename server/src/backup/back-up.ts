import { createWriteStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { formatTimestamp, systemClock } from '../kernel/clock.ts';
import { toFilesFolder } from '../kernel/data/bucket/open-files.ts';
import type { Database } from '../kernel/data/database.ts';
import { syncFile, syncFolder } from '../kernel/data/durable-file.ts';
import type { FileStore } from '../kernel/data/files.ts';
import { listRotatedNames } from '../kernel/log/rotated-file.ts';
import { outboxName } from '../kernel/messages/messages.ts';
import { StartError } from '../kernel/start-error.ts';
import { formatMegabytes } from './compressed.ts';
import type { ManifestBody } from './manifest.ts';
import { fileListName, sharedFilesName, writeManifest } from './manifest.ts';
import { saveCluster } from './save-cluster.ts';
import type { StoredFile } from './stored-files.ts';
import { ContentStore, hashFile, listNames, storeFiles, storeListedFiles } from './stored-files.ts';

/** The uncompressed size is PostgreSQL's estimate; pages are compressed to less than a third of it. */
const compressedShare = 0.5;
const spareBytes = 200 * 2 ** 20;
/** The prefix of folders that aren't complete backups, or are being removed. */
export const partialPrefix = '.partial-';

/** Of the built-in PostgreSQL. */
const passwordName = 'postgres-password';
/** Files in the data folder, besides the database and stored files, that a restore needs. */
export const keptNames = ['secret-key', passwordName, ...listRotatedNames(outboxName)];

export interface BackupOptions {
  /** The built-in database; null = the files only. */
  database: Database | null;
  dataDir: string;
  /** The object store of FILES_URL; null = the folder in the data folder. */
  fileStore?: FileStore | null;
  /** The folder of backups: each has a folder of its own, and they share the contents of their files. */
  to: string;
  report: (progress: string) => void;
}

export interface BackupSummary {
  folder: string;
  /** Bytes of the folder. */
  bytes: number;
  files: number;
  newFiles: number;
  newFileBytes: number;
}

/** Bytes of the database in PostgreSQL. */
async function measureDatabase({ database }: BackupOptions): Promise<number> {
  if (!database) return 0;
  const [{ bytes }] = await database.system<[{ bytes: number }]>`
    select sum(pg_database_size(oid))::bigint as bytes from pg_database`;
  return bytes;
}

async function checkSpace(options: BackupOptions): Promise<void> {
  const { to } = options;
  const { bavail, bsize } = await statfs(to);
  const needed = (await measureDatabase(options)) * compressedShare + spareBytes;
  if (bavail * bsize >= needed) return;
  throw new StartError(
    `The disk with ${to} has ${formatMegabytes(bavail * bsize)} free, and the backup may need ${formatMegabytes(needed)}: free some space, or name another folder.`,
  );
}

/** Stores new files, and adds all of them to the list. */
async function collectFiles(
  { dataDir, fileStore, report }: BackupOptions,
  store: ContentStore,
  files: Map<string, StoredFile & { isNew: boolean }>,
): Promise<void> {
  const stored = fileStore
    ? storeListedFiles(fileStore, store)
    : storeFiles(toFilesFolder(dataDir), store);
  for await (const file of stored) {
    if (!files.has(file.name)) files.set(file.name, file);
    report(`${files.size} files`);
  }
}

async function saveFileList(folder: string, files: Iterable<StoredFile>): Promise<void> {
  const path = join(folder, fileListName);
  await pipeline(
    function* () {
      for (const { name, bytes, sha256 } of files)
        yield `${JSON.stringify({ name, bytes, sha256 })}\n`;
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  await syncFile(path);
}

async function saveKeptFiles({ dataDir, database }: BackupOptions, folder: string): Promise<void> {
  const names = keptNames.filter((name) => database || name !== passwordName);
  for (const name of names) {
    if (!existsSync(join(dataDir, name))) continue;
    await copyFile(join(dataDir, name), join(folder, name));
    await chmod(join(folder, name), 0o600);
    await syncFile(join(folder, name));
  }
}

async function listContents(folder: string): Promise<StoredFile[]> {
  const names = (await listNames(folder)).sort();
  const describe = async (name: string): Promise<StoredFile> => {
    const path = join(folder, name);
    return { name, bytes: (await stat(path)).size, sha256: await hashFile(path) };
  };
  return Promise.all(names.map(describe));
}

/** Renames the backup after its time, which atomically makes it valid. */
async function finish(partial: string, to: string, madeAt: string): Promise<string> {
  const folder = join(to, madeAt.replaceAll(/[:.]/g, '-'));
  await syncFolder(partial);
  await rename(partial, folder);
  await syncFolder(to);
  return folder;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/**
 * Backs up the database and the files, or only the files, while they are in use. An image is on disk before the
 * database refers to it, and stays for a day after the database stops doing so; therefore the files, which are
 * stored after the database, include all that it refers to.
 */
export async function backUp(options: BackupOptions): Promise<BackupSummary> {
  const { database, to } = options;
  await checkSpace(options);
  await removePartialBackups(to);
  const partial = join(to, `${partialPrefix}${process.pid}`);
  await mkdir(partial, { mode: 0o700 });
  try {
    const store = new ContentStore(join(to, sharedFilesName));
    const files = new Map<string, StoredFile & { isNew: boolean }>();
    await collectFiles(options, store, files);
    const saved = database && (await saveCluster({ ...options, database }, partial));
    if (saved) await collectFiles(options, store, files);
    await saveFileList(partial, files.values());
    await saveKeptFiles(options, partial);
    const list = [...files.values()];
    const newFiles = list.filter(({ isNew }) => isNew);
    const body: ManifestBody = {
      format: 'Lotkeeper backup 1',
      made_at: formatTimestamp(systemClock()),
      database: saved,
      files: { count: list.length, bytes: sum(list.map((file) => file.bytes)) },
      contents: await listContents(partial),
    };
    await writeManifest(partial, body);
    return {
      folder: await finish(partial, to, body.made_at),
      bytes: sum(body.contents.map((content) => content.bytes)),
      files: list.length,
      newFiles: newFiles.length,
      newFileBytes: sum(newFiles.map((file) => file.bytes)),
    };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Removes the remains of interrupted backups. */
async function removePartialBackups(to: string): Promise<void> {
  const names = (await listNames(to)).filter((name) => name.startsWith(partialPrefix));
  for (const name of names) await rm(join(to, name), { recursive: true, force: true });
}
