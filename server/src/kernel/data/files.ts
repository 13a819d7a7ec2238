import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { writeDurably } from './durable-file.ts';

/** Keeps bytes under names that it makes from their content, so the same picture is kept once; and some for a time. */
export interface FileStore {
  put(bytes: Uint8Array): Promise<string>;
  /** Keeps bytes under a uuid of the caller's until they are removed, whole or not at all. */
  keep(uuid: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Removes what was kept under a uuid; what is not there stays so. */
  remove(uuid: string): Promise<void>;
  /** A stream of the bytes and their number; null when there is no such file. */
  open(name: string): Promise<{ size: number; stream: Readable } | null>;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const namePattern = /^[0-9a-f]{64}$/;

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

/** Files in a folder, two levels deep, written whole or not at all. */
export function folderFiles(folder: string): FileStore {
  const toPath = (name: string) => join(folder, name.slice(0, 2), name);
  const pathOfUuid = (uuid: string) => {
    if (!uuidPattern.test(uuid)) throw new Error('Files are named by UUID.');
    return toPath(uuid);
  };
  return {
    async put(bytes) {
      const name = await hashBytes(bytes);
      const path = toPath(name);
      if (await stat(path).catch(() => null)) return name;
      await writeDurably(path, bytes);
      return name;
    },
    async keep(uuid, bytes) {
      await writeDurably(pathOfUuid(uuid), bytes);
    },
    async remove(uuid) {
      await rm(pathOfUuid(uuid), { force: true });
    },
    async open(name) {
      if (!namePattern.test(name) && !uuidPattern.test(name)) return null;
      const found = await stat(toPath(name)).catch(() => null);
      return found ? { size: found.size, stream: createReadStream(toPath(name)) } : null;
    },
  };
}
