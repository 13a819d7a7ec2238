import { createHash } from 'node:crypto';
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { syncFolder, writeDurably } from './durable-file.ts';

/** Stores bytes under names derived from their content, so the same image is stored once, and some uploads temporarily. */
export interface FileStore {
  put(bytes: Uint8Array): Promise<string>;
  /**
   * Stores bytes whose hash is known, as they arrive. Stores nothing if their reading fails, so the reading checks
   * the hash.
   */
  putStream(sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Stores bytes under the caller's uuid until they are removed, atomically. */
  keep(uuid: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Removes what was stored under a uuid; does nothing if it doesn't exist. */
  remove(uuid: string): Promise<void>;
  /**
   * Removes an image, unless it was put within this many milliseconds: a row that references it may
   * be about to be written.
   */
  removeUnused(name: string, ageMs: number): Promise<'removed' | 'too new'>;
  /** A stream of the bytes, with their size; null when the file doesn't exist. */
  open(name: string): Promise<OpenedFile | null>;
  /** The names of all files, each once. */
  list(): AsyncIterable<string>;
  /** A URL where browsers can read an image for a minute; null when it goes through the server. */
  findUrl(name: string, mediaType: string): Promise<string | null>;
  /** Whether other servers store files here too, so that one may still be on its way from another. */
  isShared: boolean;
}

export interface OpenedFile {
  size: number;
  stream: Readable;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const namePattern = /^[0-9a-f]{64}$/;

export const isUuid = (name: string) => uuidPattern.test(name);

/** Whether a file store could have a file of this name. */
export const isFileName = (name: string) => namePattern.test(name) || isUuid(name);

/** Takes about two milliseconds to hash. */
const blockBytes = 1024 * 1024;

/** The SHA-256 of bytes, in hexadecimal. Other requests run between two blocks. */
async function hashBytes(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += blockBytes) {
    hash.update(bytes.subarray(at, at + blockBytes));
    await setImmediate();
  }
  return hash.digest('hex');
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Sets the modification time of a file to now; returns false when it doesn't exist. */
async function touch(path: string): Promise<boolean> {
  const seconds = systemClock() / 1000;
  try {
    await utimes(path, seconds, seconds);
    return true;
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException);
    return false;
  }
}

/** Where a folder has a file: in a subfolder named after the first two characters. */
export const toFilePath = (folder: string, name: string) => join(folder, name.slice(0, 2), name);

const listFolder = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(ignoreMissing)) ?? [];

/** The names of a folder's files, in order. */
async function* listFiles(folder: string): AsyncGenerator<string> {
  const prefixes = (await listFolder(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  for (const prefix of prefixes.toSorted()) {
    const names = await listFolder(join(folder, prefix));
    yield* names.filter(isFileName).toSorted();
  }
}

/** Stores files in a folder, two levels deep, each written atomically. */
export function folderFiles(folder: string): FileStore {
  const toPath = (name: string) => toFilePath(folder, name);
  const pathOfUuid = (uuid: string) => {
    if (!isUuid(uuid)) throw new Error('Files are named by UUID.');
    return toPath(uuid);
  };
  return {
    async put(bytes) {
      const name = await hashBytes(bytes);
      const path = toPath(name);
      // An existing file counts as put now. It may be set aside between two steps, so touching it decides.
      if (await touch(path)) return name;
      await writeDurably(path, bytes);
      return name;
    },
    async putStream(sha256, bytes) {
      if (!namePattern.test(sha256)) throw new Error('Files are named by their SHA-256.');
      await writeDurably(toPath(sha256), bytes);
    },
    async keep(uuid, bytes) {
      await writeDurably(pathOfUuid(uuid), bytes);
    },
    async remove(uuid) {
      await rm(pathOfUuid(uuid), { force: true });
    },
    async removeUnused(name, ageMs) {
      if (!namePattern.test(name))
        throw new Error('Pictures are named by the hash of their content.');
      const path = toPath(name);
      const latest = systemClock() - ageMs;
      const isNew = async (file: string) =>
        ((await stat(file).catch(ignoreMissing))?.mtimeMs ?? 0) > latest;
      if (await isNew(path)) return 'too new';
      // Set aside and checked again: from here on, a put finds nothing and writes the file again.
      const aside = `${path}.unused`;
      await rename(path, aside).catch(ignoreMissing);
      if (await isNew(aside)) {
        await rename(aside, path);
        return 'too new';
      }
      await rm(aside, { force: true });
      await syncFolder(dirname(path)).catch(ignoreMissing);
      return 'removed';
    },
    async open(name) {
      if (!isFileName(name)) return null;
      // Opened before anything is answered, so a file that is removed meanwhile is still read to its end.
      const handle = await open(toPath(name)).catch(() => null);
      if (!handle) return null;
      try {
        const { size } = await handle.stat();
        return { size, stream: handle.createReadStream() };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    list: () => listFiles(folder),
    findUrl: async () => null,
    isShared: false,
  };
}
