import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

interface Options {
  /** Keeps an existing file as it is. */
  isOnlyIfMissing?: boolean;
  /** Fails when the folder doesn't exist, instead of creating it. */
  isInExistingFolder?: boolean;
}

/** Makes the names in a folder survive a power loss. Windows has no such call and doesn't need one. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Makes the contents of a file survive a power loss. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
}

/** Writes a file atomically, readable by this account only. Once this resolves, the file survives a power loss. */
export async function writeDurably(
  path: string,
  content: Content,
  { isOnlyIfMissing = false, isInExistingFolder = false }: Options = {},
): Promise<void> {
  const folder = dirname(path);
  const options = { recursive: true, mode: 0o700 };
  const created = isInExistingFolder ? undefined : await mkdir(folder, options);
  // Several writers, here and in other processes, may write the same file at once.
  const partial = `${path}.${randomUUID()}.part`;
  let isRenamed = false;
  try {
    await writeFile(partial, content, { mode: 0o600, flush: true });
    if (isOnlyIfMissing) await link(partial, path).catch(ignoreExisting);
    else {
      await rename(partial, path);
      isRenamed = true;
    }
    await syncFolder(folder);
    if (created) await syncFolder(dirname(created));
  } finally {
    if (!isRenamed) await rm(partial, { force: true });
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
