import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Keeps bytes under names that it makes from their content, so the same picture is kept once. */
export interface FileStore {
  put(bytes: Uint8Array): Promise<string>;
  /** A stream of the bytes and their number; null when there is no such file. */
  open(name: string): Promise<{ size: number; stream: Readable } | null>;
}

const namePattern = /^[0-9a-f]{64}$/;

/** Files in a folder, two levels deep, written whole or not at all. */
export function folderFiles(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name);
  return {
    async put(bytes) {
      const name = createHash('sha256').update(bytes).digest('hex');
      const path = pathOf(name);
      if (await stat(path).catch(() => null)) return name;
      await mkdir(dirname(path), { recursive: true });
      const partial = `${path}.${process.pid}.part`;
      await writeFile(partial, bytes);
      await rename(partial, path);
      return name;
    },
    async open(name) {
      if (!namePattern.test(name)) return null;
      const found = await stat(pathOf(name)).catch(() => null);
      return found ? { size: found.size, stream: createReadStream(pathOf(name)) } : null;
    },
  };
}
