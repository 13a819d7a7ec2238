import { statfs } from 'node:fs/promises';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type {
  BackupState,
  ReadinessCheck,
  ReplicaState,
} from '@lotkeeper/contract/platform/health';
import { readArchiveTime } from '../../../backup/wal-archive.ts';
import { minFreeDiskBytes, readinessAgeMs, readinessTimeoutMs } from '../../../kernel/budgets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { OpenedStore } from '../../../kernel/data/bucket/open-files.ts';
import type { WaitingFiles } from '../../../kernel/data/bucket/spool-sender.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { countMissingMigrations } from '../../../kernel/data/migrations.ts';
import { withDeadline } from '../../../kernel/load/deadline.ts';

/** What is wrong, by check; empty = ready. The messages contain no names, paths, or secrets. */
export type FailedChecks = Partial<Record<ReadinessCheck, string>>;

export interface ReadinessParts {
  sql: Sql;
  replicas: { listStates(): ReplicaState[] } | undefined;
  dataDir: string;
  /** Where the built-in database is archived, if anywhere. */
  backupDir: string | undefined;
  /** The object store of files, if there is one. */
  store: OpenedStore | null;
  clock: Clock;
  /** Whether this process runs jobs. */
  areJobsRunning: () => boolean;
  /** How much couldn't be paired or judged. */
  countSetAside: (sql: Sql) => Promise<number>;
}

async function checkDatabase({ sql, countSetAside }: ReadinessParts): Promise<Readiness> {
  try {
    const missing = await withDeadline(countMissingMigrations(sql), readinessTimeoutMs);
    if (missing > 0) return { failed: { migrations: `${missing} migrations are missing.` } };
    return { failed: {}, setAside: await withDeadline(countSetAside(sql), readinessTimeoutMs) };
  } catch {
    return { failed: { database: 'The database isn’t responding.' } };
  }
}

async function checkDisk(folder: string): Promise<FailedChecks> {
  try {
    const { bavail, bsize } = await withDeadline(statfs(folder), readinessTimeoutMs);
    if (bavail * bsize >= minFreeDiskBytes) return {};
    return { disk: 'The data folder’s disk is nearly full.' };
  } catch {
    return { disk: 'The data folder can’t be read.' };
  }
}

/** An archive is copied every ten seconds, and a large one takes a while. */
const maxArchiveAgeMs = 2 * minuteMs;

async function checkBackups({
  backupDir,
  clock,
}: ReadinessParts): Promise<BackupState | undefined> {
  if (backupDir === undefined) return undefined;
  const time = await withDeadline(readArchiveTime(backupDir), readinessTimeoutMs).catch(() => null);
  return time !== null && clock() - time <= maxArchiveAgeMs ? 'current' : 'late';
}

/** Files that aren't in the object store yet. */
async function checkFiles({ store }: ReadinessParts): Promise<WaitingFiles | undefined> {
  if (!store) return undefined;
  const waiting = await withDeadline(store.measureWaiting(), readinessTimeoutMs).catch(() => null);
  return waiting ?? undefined;
}

interface Readiness {
  failed: FailedChecks;
  /** Doesn't affect readiness: without an archive, the process records as before. */
  backups?: BackupState | undefined;
  /** Nor does this: everything else keeps working. */
  setAside?: number;
  /** Nor this: they wait on the disk of this machine. */
  waitingFiles?: WaitingFiles | undefined;
}

/** Creates the readiness check. Its result is cached for a second, so frequent requests cost nothing. */
export function createReadiness(deps: ReadinessParts): () => Promise<Readiness> {
  let result: Promise<Readiness> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const check = async (): Promise<Readiness> => {
    const jobs = deps.areJobsRunning() ? {} : { jobs: 'Jobs aren’t running.' };
    const [database, disk, backups, waitingFiles] = await Promise.all([
      checkDatabase(deps),
      checkDisk(deps.dataDir),
      checkBackups(deps),
      checkFiles(deps),
    ]);
    return { ...database, failed: { ...database.failed, ...disk, ...jobs }, backups, waitingFiles };
  };
  return () => {
    const now = performance.now();
    if (!result || now - checkedAt >= readinessAgeMs) {
      checkedAt = now;
      result = check();
    }
    return result;
  };
}
