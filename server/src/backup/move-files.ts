import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '../kernel/data/bucket/bucket.ts';
import { writeDurably } from '../kernel/data/durable-file.ts';
import type { FileStore, OpenedFile } from '../kernel/data/files.ts';
import { folderFiles, isFileName, isUuid, toFilePath } from '../kernel/data/files.ts';
import { hashFile } from './stored-files.ts';

/** A folder or an object store, as files are moved between them. */
export interface FileHolder {
  list(): AsyncIterable<string>;
  open(name: string): Promise<OpenedFile | null>;
  /** Stores a file of this machine. */
  put(name: string, path: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export function openFolderHolder(folder: string): FileHolder {
  const files = folderFiles(folder);
  return {
    list: () => files.list(),
    open: (name) => files.open(name),
    put: (name, path) => writeDurably(toFilePath(folder, name), createReadStream(path)),
    remove: (name) => rm(toFilePath(folder, name), { force: true }),
  };
}

async function* listBucket(bucket: Bucket): AsyncGenerator<string> {
  for await (const { name } of bucket.list()) if (isFileName(name)) yield name;
}

/** An object store; `files` are the same with what waits in this machine's spool. */
export const openBucketHolder = (
  bucket: Bucket,
  files: Pick<FileStore, 'list' | 'open'>,
): FileHolder => ({
  list: () => listBucket(bucket),
  open: async (name) => (await bucket.open(name)) ?? (await files.open(name)),
  put: (name, path) => bucket.put(name, path),
  remove: (name) => bucket.remove(name),
});

async function hashStream(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
}

const hashAt = async (holder: FileHolder, name: string): Promise<string | null> => {
  const found = await holder.open(name);
  return found && hashStream(found.stream);
};

interface Move {
  from: FileHolder;
  to: FileHolder;
  /** A folder of this machine that files pass through. */
  folder: string;
  report: (progress: string) => void;
}

export interface MoveSummary {
  copied: number;
  /** Files that were there before. */
  present: number;
  /** Files whose bytes aren't those that were stored, or arrived changed. */
  damaged: string[];
  /** Files of the destination that the source doesn't have (any more). */
  onlyThere: string[];
}

async function listAll(holder: FileHolder): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const name of holder.list()) names.add(name);
  return names;
}

/** Copies one file, and reads it back; null when it was removed meanwhile. */
async function copyFile({ from, to, folder }: Move, name: string): Promise<boolean | null> {
  const found = await from.open(name);
  if (!found) return null;
  const passing = join(folder, `moving-${process.pid}`);
  try {
    await writeDurably(passing, found.stream);
    const hash = await hashFile(passing);
    if (!isUuid(name) && hash !== name) return false;
    await to.put(name, passing);
    return (await hashAt(to, name)) === hash;
  } finally {
    await rm(passing, { force: true });
  }
}

/** Copies what the destination lacks, each file verified by its hash. May run while servers do, and again after a stop. */
export async function copyFiles(move: Move): Promise<MoveSummary> {
  const destinationNames = await listAll(move.to);
  const sourceNames = await listAll(move.from);
  const missing = [...sourceNames].filter((name) => !destinationNames.has(name));
  const summary: MoveSummary = {
    copied: 0,
    present: sourceNames.size - missing.length,
    damaged: [],
    onlyThere: [...destinationNames].filter((name) => !sourceNames.has(name)),
  };
  for (const [index, name] of missing.entries()) {
    const isCopied = await copyFile(move, name);
    if (isCopied) summary.copied += 1;
    if (isCopied === false) summary.damaged.push(name);
    move.report(`${index + 1} of ${missing.length} files copied`);
  }
  return summary;
}

/** Deletes the files of the source that the destination has, each after both were hashed; returns how many. */
export async function deleteCopied({ from, to, report }: Move): Promise<number> {
  let deleted = 0;
  for (const name of await listAll(from)) {
    const hash = await hashAt(to, name);
    if (hash === null || hash !== (isUuid(name) ? await hashAt(from, name) : name)) continue;
    await from.remove(name);
    deleted += 1;
    report(`${deleted} files deleted`);
  }
  return deleted;
}
