import { copyFile, lstat, mkdir, readdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lockDataFolder } from '../embedded-postgres/lock.ts';
import { beginRestore } from '../embedded-postgres/unfinished.ts';
import { syncFile, syncFolder } from '../kernel/data/durable-file.ts';
import { StartError } from '../kernel/start-error.ts';
import { keptNames } from './back-up.ts';
import { formatMegabytes } from './compressed.ts';
import type { ManifestBody } from './manifest.ts';
import { readFileList, sharedFilesName, verifyBackup } from './manifest.ts';
import { ContentStore, listNames } from './stored-files.ts';

export interface RestoreOptions {
  /** The folder of one backup. */
  from: string;
  dataDir: string;
  report: (progress: string) => void;
}

const concurrentCopies = 8;

/** Rejects a data folder that isn't empty. */
export async function refuseUsedFolder(dataDir: string): Promise<void> {
  const names = await listNames(dataDir);
  if (names.length === 0) return;
  throw new StartError(
    `${dataDir} isn't empty: name a new folder, or move this one away. A restore never overwrites anything.`,
  );
}

async function refuseFullDisk(dataDir: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize > needed) return;
  throw new StartError(
    `The disk with ${dataDir} has ${formatMegabytes(bavail * bsize)} free, and the backup needs ${formatMegabytes(needed)}: free some space, or name another folder.`,
  );
}

/** The file contents that the backups in a folder share. */
export const openStore = (from: string) => new ContentStore(join(dirname(from), sharedFilesName));

/** Hashes everything before anything is written. */
export async function verifyAll(
  { from, report }: Pick<RestoreOptions, 'from' | 'report'>,
  manifest: ManifestBody,
): Promise<void> {
  const store = openStore(from);
  await verifyBackup(from, manifest, {
    toPath: (sha256) => store.toPath(sha256),
    onBytes: (bytes) => report(`${formatMegabytes(bytes)} verified`),
  });
}

async function restoreFiles({ from, dataDir, report }: RestoreOptions) {
  const store = openStore(from);
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
    if (!(await lstat(join(from, name))).isFile()) {
      throw new StartError(`${join(from, name)} isn’t a file. No backup contains links.`);
    }
    await copyFile(join(from, name), join(dataDir, name));
    await syncFile(join(dataDir, name));
  }
  await syncFolder(dataDir);
}

/**
 * Restores the files into an empty data folder, and then the database with `restoreDatabase`. The folder stays
 * marked as unfinished; returns a function that removes the mark.
 */
export async function restoreInto(
  options: RestoreOptions,
  neededBytes: number,
  restoreDatabase: () => Promise<void>,
): Promise<() => Promise<void>> {
  const { dataDir } = options;
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  await refuseFullDisk(dataDir, neededBytes);
  const lock = lockDataFolder(dataDir);
  try {
    const end = await beginRestore(dataDir);
    await restoreFiles(options);
    await restoreKeptFiles(options);
    await restoreDatabase();
    return end;
  } finally {
    lock.release();
  }
}

/** Restores a files-only backup into an empty data folder. */
export async function restoreFilesOnly(options: RestoreOptions, manifest: ManifestBody) {
  await refuseUsedFolder(options.dataDir);
  await verifyAll(options, manifest);
  const end = await restoreInto(options, manifest.files.bytes, async () => undefined);
  await end();
}
