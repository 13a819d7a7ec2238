import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import type {
  AnyKind,
  ImportDeps,
  ImportedFile,
  ImportKey,
  ImportKind,
  ImportWork,
  RowBatch,
} from './import-kind.ts';
import {
  beginWork,
  countUndone,
  finishImport,
  finishUndo,
  forgetFile,
  listLeftFiles,
  listUnfinished,
  lockAt,
  lockUndo,
  queueImport,
  queueUndo,
  readLeftFile,
  removeOldRows,
  writeProgress,
} from './imports.queries.ts';
import { removeOldUploads } from './uploads.ts';
import type { NextStep } from './work-in-slices.ts';
import { sliceMs, workInSlices } from './work-in-slices.ts';

type Handler = JobHandler<AnyKind['job']>;

/** An import that begins so often without recording a row has failed; the queue tries a job once more than that. */
const maxTries = 9;

/** Removes the file of an import that is over. */
async function dropFile(
  { database, files }: Pick<ImportDeps, 'database' | 'files'>,
  kind: AnyKind,
  importKey: ImportKey,
): Promise<void> {
  const file = await readLeftFile(database.system, kind, importKey);
  if (file === null) return;
  await files.remove(file);
  await forgetFile(database.system, kind, importKey);
}

/** Records batches of an import from a place on; `keep` returns false when another job has come further. */
function makeKeeper<Batch extends RowBatch>(
  { database, clock }: ImportDeps,
  kind: AnyKind,
  importKey: ImportKey,
  work: ImportWork<Batch>,
  start: { pass: number | undefined; bytes: number },
) {
  let at = start;
  const record = (batch: Batch, next: NextStep, onSent: () => void) =>
    database.system.begin(async (tx) => {
      if (!(await lockAt(tx, kind, importKey, at))) return false;
      const recorded = await work.record(tx, batch, onSent);
      await writeProgress(tx, kind, importKey, { to: batch.to, ...recorded }, clock());
      if (next === 'let go') await queueImport(tx, kind, importKey, clock());
      return true;
    });
  const keep = async (batch: Batch, next: NextStep, onSent: () => void): Promise<boolean> => {
    try {
      if (!(await record(batch, next, onSent))) return false;
    } catch (error) {
      const rest = work.withoutClash?.(batch, error) ?? null;
      if (rest === null) throw error;
      return keep(rest, next, onSent);
    }
    at = { ...at, bytes: batch.to.bytes };
    work.onKept?.(batch, next === 'let go');
    return true;
  };
  return { keep, place: () => at };
}

/**
 * Records the rows of an uploaded file. A process can be killed at any point: the queue runs the job again, which
 * continues after the last recorded row.
 */
export function makeImporter<Found extends ImportedFile, Batch extends RowBatch>(
  kind: ImportKind<Found, Batch>,
  deps: ImportDeps,
): Handler {
  const { database, clock } = deps;
  const { system } = database;
  return async (importKey) => {
    const found = await beginWork(system, kind, importKey, clock());
    // A process may have ended between the end of an import and the removal of its file.
    if (!found) return dropFile(deps, kind, importKey);
    const end = async (state: 'done' | 'failed') => {
      await finishImport(system, kind, importKey, state, clock());
      await dropFile(deps, kind, importKey);
    };
    const work = found.tries > maxTries ? null : await kind.open(deps, importKey, found);
    if (!work) return end('failed');
    const { pass } = found as { pass?: number };
    const keeper = makeKeeper(deps, kind, importKey, work, { pass, bytes: found.done_bytes });
    const isDone = await workInSlices(clock, work.rows, keeper.keep);
    work.publish();
    if (!isDone) return;
    const { startNextPass } = work;
    if (!startNextPass) return end('done');
    await system.begin(async (tx) => {
      if (!(await lockAt(tx, kind, importKey, keeper.place()))) return;
      await startNextPass(tx);
      await queueImport(tx, kind, importKey, clock());
    });
  };
}

/** Undoes an import. Each batch is one transaction, so that a process can be killed at any point. */
export function makeUndoer(kind: AnyKind, deps: ImportDeps): Handler {
  const { openJobScope, clock, publish } = deps;
  const undoBatch = (importKey: ImportKey) =>
    openJobScope(importKey.organization_id).write(async (tx) => {
      const undoing = await lockUndo(tx, kind, importKey);
      if (!undoing) return null;
      const taken = await kind.undo.takeBack(tx, undoing, deps);
      if (taken) await countUndone(tx, kind, importKey, taken.counts);
      else await finishUndo(tx, kind, importKey, clock());
      return { undoing, isDone: taken === null };
    });
  return async (importKey) => {
    const until = clock() + sliceMs;
    for (;;) {
      const batch = await undoBatch(importKey);
      if (!batch) return;
      if (!batch.isDone && clock() < until) continue;
      kind.undo.publish?.(batch.undoing, publish);
      if (!batch.isDone)
        await openJobScope(importKey.organization_id).write((tx) =>
          queueUndo(tx, kind, importKey, clock()),
        );
      return;
    }
  };
}

/** Removes what is old, in all organizations: files that nobody imported, refused rows, what can't be undone any more. */
const tidyJob = defineJob('tidy_imports', { every: hourMs });

/** Beside that, it queues what the queue has given up or lost. */
export function makeTidier(
  kinds: readonly AnyKind[],
  deps: Pick<ImportDeps, 'database' | 'clock' | 'files'>,
) {
  const { clock, files } = deps;
  const { system } = deps.database;
  return async () => {
    await removeOldUploads({ sql: system, files }, clock());
    for (const kind of kinds) {
      for (const { is_undo, ...importKey } of await listUnfinished(system, kind))
        await system.begin((tx) =>
          (is_undo ? queueUndo : queueImport)(tx, kind, importKey, clock()),
        );
      for (const left of await listLeftFiles(system, kind)) await dropFile(deps, kind, left);
      await removeOldRows(system, kind, clock());
    }
  };
}

/** The jobs of a kind. */
export const handleImports = <Found extends ImportedFile, Batch extends RowBatch>(
  kind: ImportKind<Found, Batch>,
) => [
  handleJob(kind.job, (deps: ImportDeps) => makeImporter(kind, deps)),
  handleJob(kind.undo.job, (deps: ImportDeps) => makeUndoer(kind, deps)),
];

/** The job that tidies up after all kinds. */
export const handleTidying = (kinds: readonly AnyKind[]) =>
  handleJob(tidyJob, (deps: ImportDeps) => makeTidier(kinds, deps));
