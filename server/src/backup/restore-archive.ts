import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fromIso, type Instant } from '@lotkeeper/contract/kernel/calendar';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { formatTimestamp } from '../kernel/clock.ts';
import { syncFile } from '../kernel/data/durable-file.ts';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { StartError } from '../kernel/start-error.ts';
import type { ManifestBody } from './manifest.ts';
import { getBackupTime } from './manifest.ts';
import type { ContentStore } from './stored-files.ts';
import { readArchiveState, readSegments, toArchiveFolder } from './wal-archive.ts';
import { parsePosition } from './wal-segments.ts';

interface Order {
  from: string;
  until?: Instant | undefined;
  withoutArchive?: boolean;
}

/** The archive that continues a backup. */
interface OpenArchive {
  folder: string;
  /** The position where the backup begins in it. */
  from: number;
  completeUntil: Instant;
}

/** Verifies a backup's archive, if it has one, and that it covers the requested time. */
export async function openArchive(
  { from, until, withoutArchive = false }: Order,
  manifest: ManifestBody,
): Promise<OpenArchive | null> {
  const { database } = manifest;
  const madeAt = getBackupTime(manifest);
  const cluster = database?.archive ? database : null;
  const folder = toArchiveFolder(dirname(from), cluster?.archive ?? '');
  const state = withoutArchive || !cluster ? null : await readArchiveState(folder);
  if (until !== undefined && until < madeAt) {
    throw new StartError(
      `The backup in ${from} is newer than --until: name an earlier one. It's as of ${formatTimestamp(madeAt)}.`,
    );
  }
  if (!cluster || !state) {
    if (until === undefined) return null;
    throw new StartError(
      `There is no archive with the backup in ${from}, so it can only be restored as of ${formatTimestamp(madeAt)}: leave out --until.`,
    );
  }
  const completeUntil = fromIso(state.complete_until);
  if (until !== undefined && until > completeUntil) {
    throw new StartError(
      `The archive ends at ${state.complete_until}: name an earlier time, or leave out --until to restore everything.`,
    );
  }
  const archive = { folder, from: parsePosition(cluster.start), completeUntil };
  for await (const _ of readSegments(folder, archive.from));
  return archive;
}

/** Copies the archived log to where PostgreSQL replays it from. */
export async function addArchive(target: string, { folder, from }: OpenArchive): Promise<void> {
  for await (const { name, bytes } of readSegments(folder, from))
    await writeFile(join(target, 'pg_wal', name), bytes, { mode: 0o600 });
  await writeFile(join(target, 'recovery.signal'), '');
}

/** A time in the setting's format, which doesn't support Z. */
const formatTarget = (at: Instant) => formatTimestamp(at).replace('T', ' ').replace('Z', '+00');

/** Works in any shell: all segments are already in PostgreSQL's folder. */
const restoreCommand = 'exit 1';

interface Replay {
  dataDir: string;
  until: Instant | undefined;
  report: (message: string) => void;
}

/** Makes PostgreSQL replay a backup's log, so that problems show up now. */
export async function replayLog(
  { dataDir, report }: Omit<Replay, 'until'>,
  recovery: Record<string, string> = {},
  whileRunning: (url: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  report('PostgreSQL is replaying its log');
  const log = { info: report, error: report };
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log, recovery, isRestoring: true });
  await whileRunning(url).finally(stop);
}

/**
 * Makes PostgreSQL replay an archive. If nothing was committed after the requested time, PostgreSQL stops without
 * reaching it, and everything in the archive belongs to the restore.
 */
export async function replayArchive(order: Replay, store: ContentStore): Promise<void> {
  const { dataDir, until } = order;
  const recovery = {
    restore_command: restoreCommand,
    recovery_target_action: 'promote',
    // Otherwise PostgreSQL is ready before it has replayed everything.
    hot_standby: 'off',
  };
  const addImages = (url: string) => addArchivedImages(url, dataDir, store);
  if (until === undefined) return replayLog(order, recovery, addImages);
  try {
    const target = { ...recovery, recovery_target_time: formatTarget(until) };
    await replayLog(order, target, addImages);
  } catch (error) {
    const isShort = String(error).includes('before configured recovery target was reached');
    if (!isShort) throw error;
    await replayLog(order, recovery, addImages);
  }
}

/**
 * Restores images added after the backup: those that the database refers to and the backup's list doesn't contain.
 */
async function addArchivedImages(url: string, dataDir: string, store: ContentStore): Promise<void> {
  const [table] = await queryOnce<{ exists: boolean }>(
    url,
    "select to_regclass('images') is not null as exists",
  );
  if (!table?.exists) return;
  // Databases from before images could be deleted lack the column; the files of deleted images are gone.
  const images = await queryOnce<{ file: string }>(
    url,
    "select distinct file from images i where to_jsonb(i) ->> 'deletion' is null",
  );
  for (const { file } of images) {
    const path = join(dataDir, 'files', file.slice(0, 2), file);
    const isThere = await stat(path).catch(() => null);
    if (isThere) continue;
    await mkdir(dirname(path), { recursive: true });
    await copyFile(store.toPath(file), path);
    await syncFile(path);
  }
}
