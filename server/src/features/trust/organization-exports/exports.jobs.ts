import { randomUUID } from 'node:crypto';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database, SqlPool } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, FinalFailure, handleJob } from '../../../kernel/data/jobs.ts';
import type { ExportProgress } from '../../../organization-file/write-organization.ts';
import { writeOrganization } from '../../../organization-file/write-organization.ts';
import { openSealKey } from '../../../records/trust/seal-key.ts';
import {
  exportJob,
  finishExport,
  forgetFile,
  listExpired,
  listUnfinishedExports,
  queueExport,
  startExport,
  storeProgress,
} from './exports.queries.ts';

interface Deps {
  database: Database;
  sql: SqlPool;
  clock: Clock;
  secretBox: SecretBox;
  files: FileStore;
}

/** How often the progress of an export is stored. */
const progressMs = 1000;
/** How long an export waits while another one is written. */
const turnMs = 15_000;

const noProgress: ExportProgress = {
  allRows: 0,
  rows: 0,
  allImages: 0,
  images: 0,
  missingImages: 0,
};

/** Writes an export into a file, and stores how far it is. */
async function writeExport(
  { database, sql, clock, secretBox, files }: Deps,
  { organizationId, pk, file }: { organizationId: number; pk: number; file: string },
): Promise<void> {
  let progress = noProgress;
  let bytes = 0;
  let stored = performance.now();
  const chunks = writeOrganization({
    url: database.url,
    organizationId,
    files,
    key: openSealKey(secretBox),
    now: clock(),
    onProgress: (next) => {
      progress = next;
    },
  });
  const count = async function* () {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
      if (performance.now() - stored < progressMs) continue;
      await storeProgress(sql, organizationId, pk, { progress, bytes });
      stored = performance.now();
    }
  };
  await files.keep(file, count());
  await storeProgress(sql, organizationId, pk, { progress, bytes });
}

async function runExport(deps: Deps, organizationId: number, pk: number): Promise<void> {
  const { sql, clock, files } = deps;
  const file = randomUUID();
  const started = await startExport(sql, organizationId, pk, { file, now: clock() });
  if (!started) return;
  if (started.earlier_file) await files.remove(started.earlier_file);
  try {
    await writeExport(deps, { organizationId, pk, file });
  } catch (error) {
    await files.remove(file);
    await finishExport(sql, organizationId, pk, { state: 'failed', now: clock() });
    throw new FinalFailure('The export of an organization failed.', { cause: error });
  }
  await finishExport(sql, organizationId, pk, { state: 'done', now: clock() });
}

/**
 * Writes an export. The lock, which ends with the process, lets an installation write only one at once; one that
 * was interrupted is written again from its beginning.
 */
export const makeExporter =
  (deps: Deps): JobHandler<typeof exportJob> =>
  ({ organization_id: organizationId, export_pk: pk }) =>
    deps.database.withSession(async (session) => {
      const [lock] = await session<{ is_held: boolean }[]>`
        select pg_try_advisory_lock(hashtextextended('export of everything', 0)) as is_held`;
      if (lock?.is_held) return runExport(deps, organizationId, pk);
      await deps.sql.begin((tx) =>
        queueExport(tx, organizationId, pk, instant(deps.clock() + turnMs)),
      );
    });

/** Removes exports after a week, and queues those that no worker holds. */
export const makeExportSweeper =
  ({ sql, clock, files }: Pick<Deps, 'sql' | 'clock' | 'files'>) =>
  async () => {
    for (const expired of await listExpired(sql, clock())) {
      await files.remove(expired.file);
      await forgetFile(sql, expired);
    }
    for (const { organization_id, pk } of await listUnfinishedExports(sql))
      await sql.begin((tx) => queueExport(tx, organization_id, pk, clock()));
  };

export const exportsJobs = [
  handleJob(exportJob, makeExporter),
  handleJob(defineJob('sweep_organization_exports', { every: hourMs }), makeExportSweeper),
];
