import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { partialPrefix } from './back-up.ts';
import type { ManifestBody } from './manifest.ts';
import {
  getArchive,
  listBackups,
  readFileList,
  readManifest,
  sharedFilesName,
} from './manifest.ts';
import { ContentStore, listNames } from './stored-files.ts';
import { readArchiveState, toArchiveFolder } from './wal-archive.ts';
import { nameSegment, parsePosition } from './wal-segments.ts';

async function listContentHashes(backups: readonly string[]): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (const backup of backups) {
    for await (const { sha256 } of readFileList(backup)) hashes.add(sha256);
  }
  return hashes;
}

async function listArchives(backups: readonly string[]): Promise<Set<string>> {
  const manifests = await Promise.all(
    backups.map((backup) => readManifest(backup).catch(() => null)),
  );
  return new Set(manifests.flatMap((manifest) => (manifest && getArchive(manifest)) ?? []));
}

/** Removes what no remaining backup needs from an archive. */
async function pruneArchive(folder: string, archive: string, remaining: readonly ManifestBody[]) {
  const path = toArchiveFolder(folder, archive);
  const starts = remaining.flatMap(({ database }) =>
    database?.archive === archive ? [parsePosition(database.start)] : [],
  );
  if (starts.length === 0) return rm(path, { recursive: true, force: true });
  const timeline = (await readArchiveState(path))?.timeline ?? 0;
  const first = nameSegment(timeline, Math.min(...starts));
  for (const name of await listNames(path))
    if (name.endsWith('.zst') && name < first) await rm(join(path, name));
}

/**
 * Removes all but the newest backups, and the contents that only they had. Throws before it removes anything if a
 * remaining backup can't be read. Contents that no backup lists are kept, because the archive adds them.
 */
export async function pruneBackups(folder: string, keep: number): Promise<string[]> {
  const backups = await listBackups(folder);
  const removed = backups.slice(0, -keep);
  if (removed.length === 0) return [];
  const remaining = backups.slice(-keep);
  const manifests = await Promise.all(remaining.map((backup) => readManifest(backup)));
  const archives = await listArchives(removed);
  const needed = await listContentHashes(remaining);
  const contents = [...(await listContentHashes(removed))].filter((hash) => !needed.has(hash));
  for (const backup of removed) {
    // Renamed first, so that a partly removed backup never counts; the next backup removes its remains.
    const partial = join(folder, `${partialPrefix}${basename(backup)}`);
    await rename(backup, partial);
    await rm(partial, { recursive: true });
  }
  const store = new ContentStore(join(folder, sharedFilesName));
  for (const hash of contents) await rm(store.toPath(hash), { force: true });
  for (const archive of archives) await pruneArchive(folder, archive, manifests);
  return removed;
}
