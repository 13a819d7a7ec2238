import { statfs } from 'node:fs/promises';
import type { ReadinessCheck, ReplicaState } from '@lotkeeper/contract/health';
import { minFreeDiskBytes, readinessAgeMs, readinessTimeoutMs } from '../../kernel/budgets.ts';
import type { Sql } from '../../kernel/data/database.ts';
import { countMissingMigrations } from '../../kernel/data/migrations.ts';
import { withDeadline } from '../../kernel/load/deadline.ts';

/** What is wrong, by check; empty = ready. The messages hold no names, paths or secrets. */
export type FailedChecks = Partial<Record<ReadinessCheck, string>>;

export interface ReadinessParts {
  sql: Sql;
  replicas: { listStates(): ReplicaState[] } | undefined;
  dataDir: string;
  /** Whether this process works on jobs. */
  areJobsRunning: () => boolean;
}

async function checkDatabase(sql: Sql): Promise<FailedChecks> {
  try {
    const missing = await withDeadline(countMissingMigrations(sql), readinessTimeoutMs);
    return missing > 0 ? { migrations: `${missing} migrations are missing.` } : {};
  } catch {
    return { database: 'The database isn’t responding.' };
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

/** Creates the check of readiness. Its result is shared for a second, so that asking often costs nothing. */
export function createReadiness(deps: ReadinessParts): () => Promise<FailedChecks> {
  let result: Promise<FailedChecks> | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const check = async (): Promise<FailedChecks> => {
    const jobs = deps.areJobsRunning() ? {} : { jobs: 'Jobs aren’t running.' };
    const found = await Promise.all([checkDatabase(deps.sql), checkDisk(deps.dataDir)]);
    return Object.assign({}, ...found, jobs);
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
