import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { partialPrefix } from './back-up.ts';
import { listBackups, readFileList, readManifest, sharedFilesName } from './manifest.ts';
import { ContentStore } from './stored-files.ts';

async function listContentHashes(backups: readonly string[]): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (const backup of backups) {
    for await (const { sha256 } of readFileList(backup)) hashes.add(sha256);
  }
  return hashes;
}

/**
 * Removes all backups but the newest ones, and the contents that only they had. Throws before it removes anything
 * when a backup that stays can't be read. Contents that no backup lists are left: the archive adds them.
 */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const backups = await listBackups(folder);
  const removed = backups.slice(0, -keep);
  if (removed.length === 0) return [];
  const left = backups.slice(-keep);
  for (const backup of left) await readManifest(backup);
  const needed = await listContentHashes(left);
  const contents = [...(await listContentHashes(removed))].filter((hash) => !needed.has(hash));
  for (const backup of removed) {
    // Renamed first, so that half a backup never counts; the next backup removes what is left of it.
    const partial = join(folder, `${partialPrefix}${basename(backup)}`);
    await rename(backup, partial);
    await rm(partial, { recursive: true });
  }
  const store = new ContentStore(join(folder, sharedFilesName));
  for (const hash of contents) await rm(store.toPath(hash), { force: true });
  return removed;
}
