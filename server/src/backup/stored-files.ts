import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemClock } from '../kernel/clock.ts';
import { writeDurably } from '../kernel/data/durable-file.ts';
import type { FileStore } from '../kernel/data/files.ts';

/** A file of the data folder, and the content that a backup stores for it. */
export interface StoredFile {
  name: string;
  bytes: number;
  sha256: string;
}

const contentName = /^[0-9a-f]{64}$/;
/** The file store's names. */
export const fileName = /^(?:[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/**
 * The timestamps of folders have a resolution of a few milliseconds on most file systems, and two seconds on some.
 */
const settledMs = 3000;
const concurrentCopies = 8;

/** The SHA-256 of a file's bytes, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The names in a folder; empty if it doesn't exist. */
export const listNames = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });

/** The names of images and uploads in one subfolder of a files folder. */
async function listFileNames(folder: string, prefix: string): Promise<string[]> {
  return (await listNames(join(folder, prefix))).filter((name) => fileName.test(name));
}

/** The subfolders of a files folder, each named after the first two digits of its files. */
const listPrefixes = async (folder: string): Promise<string[]> =>
  (await listNames(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name));

/** Contents shared by backups: each is stored once, under its SHA-256. */
export class ContentStore {
  readonly #folder: string;
  #stored: Set<string> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  toPath(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), sha256);
  }

  async #list(): Promise<Set<string>> {
    const prefixes = await listPrefixes(this.#folder);
    const names = prefixes.map((prefix) => listFileNames(this.#folder, prefix));
    return new Set((await Promise.all(names)).flat());
  }

  /** Stores a file unless its content is already stored; null if the file no longer exists. */
  async add(path: string, name: string): Promise<(StoredFile & { isNew: boolean }) | null> {
    this.#stored ??= await this.#list();
    try {
      const { size: bytes } = await stat(path);
      if (contentName.test(name) && this.#stored.has(name)) {
        return { name, bytes, sha256: name, isNew: false };
      }
      // A damaged image is stored under its current hash, so that a restore brings it back as it was.
      const sha256 = await hashFile(path);
      const isNew = !this.#stored.has(sha256);
      if (isNew) await writeDurably(this.toPath(sha256), createReadStream(path));
      this.#stored.add(sha256);
      return { name, bytes, sha256, isNew };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** The same for a file of a file store. */
  async addFrom(files: FileStore, name: string): Promise<(StoredFile & { isNew: boolean }) | null> {
    this.#stored ??= await this.#list();
    if (contentName.test(name) && this.#stored.has(name)) {
      const { size } = await stat(this.toPath(name));
      return { name, bytes: size, sha256: name, isNew: false };
    }
    const found = await files.open(name);
    if (!found) return null;
    const passing = join(this.#folder, `passing-${process.pid}`);
    try {
      await writeDurably(passing, found.stream);
      return await this.add(passing, name);
    } finally {
      await rm(passing, { force: true });
    }
  }
}

/** Stores all images and uploads of a file store that isn't a folder; the new ones pass through this machine. */
export async function* storeListedFiles(
  files: FileStore,
  store: ContentStore,
): AsyncGenerator<StoredFile & { isNew: boolean }> {
  for await (const name of files.list()) {
    const added = await store.addFrom(files, name);
    if (added) yield added;
  }
}

/** Stores all images and uploads of one subfolder. */
async function* storePrefix(folder: string, prefix: string, store: ContentStore) {
  const names = await listFileNames(folder, prefix);
  for (let index = 0; index < names.length; index += concurrentCopies) {
    const batch = names.slice(index, index + concurrentCopies);
    const added = await Promise.all(
      batch.map((name) => store.add(join(folder, prefix, name), name)),
    );
    yield* added.filter((file) => file !== null);
  }
}

/** Stores all images and uploads of a folder; yields each, and whether its content was new. */
export async function* storeFiles(folder: string, store: ContentStore) {
  for (const prefix of await listPrefixes(folder)) yield* storePrefix(folder, prefix, store);
}

/** Copies new images into a content store. Rereads only subfolders that have changed. */
export class ImageCopier {
  readonly #folder: string;
  readonly #store: string;
  /** When each subfolder last changed, as of its last copy. */
  readonly #copied = new Map<string, number>();

  constructor(folder: string, store: string) {
    this.#folder = folder;
    this.#store = store;
  }

  async copyNew(): Promise<void> {
    for (const prefix of await listPrefixes(this.#folder)) {
      const { mtimeMs } = await stat(join(this.#folder, prefix));
      if (this.#copied.get(prefix) === mtimeMs) continue;
      await this.#copyPrefix(prefix);
      // A change right after this one may get the same timestamp.
      if (systemClock() - mtimeMs > settledMs) this.#copied.set(prefix, mtimeMs);
    }
  }

  async #copyPrefix(prefix: string): Promise<void> {
    const stored = new Set(await listNames(join(this.#store, prefix)));
    for (const name of await listFileNames(this.#folder, prefix)) {
      if (!contentName.test(name) || stored.has(name)) continue;
      const path = join(this.#folder, prefix, name);
      // A changed image would corrupt the contents of all backups; ledger:verify reports it.
      if ((await hashFile(path)) !== name) continue;
      const content = createReadStream(path);
      await writeDurably(join(this.#store, prefix, name), content);
    }
  }
}
