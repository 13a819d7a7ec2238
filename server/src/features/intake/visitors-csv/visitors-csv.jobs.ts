import { randomUUID } from 'node:crypto';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { recordImportedVisitors } from '../../../records/operations/imported-visitors.ts';
import type { CsvBatch, ImportKey, NextStep } from '../files/public.ts';
import {
  decoded,
  readRecords,
  removeOldUploads,
  skipBytes,
  workInSlices,
} from '../files/public.ts';
import type { ColumnIndexes } from './columns.rules.ts';
import { findMissing, guessColumns, toColumnIndexes } from './columns.rules.ts';
import type { CheckedRows } from './import-rows.rules.ts';
import { RowChecker } from './import-rows.rules.ts';
import { importJob, queueImport } from './imports.queries.ts';
import { makeImportUndoer } from './undo.jobs.ts';
import { listUnfinishedUndos, queueUndo, removeOldChanges, undoJob } from './undo.queries.ts';
import type { ClaimedImport } from './working.queries.ts';
import { claimImport, visitorLeases, writeStep } from './working.queries.ts';

interface Deps {
  database: Database;
  clock: Clock;
  files: FileStore;
  publish: Publish;
  /** Rows that one transaction records, and bytes of the file that are read at a time. */
  rowsAtOnce?: number;
  pieceBytes?: number;
}

/**
 * Rows that one transaction records. With more of them, a kiosk of the property waits longer, and the text that goes to
 * the database is too large to be garbage collected young.
 */
const usualRowsAtOnce = 600;
/** An import that this many workers started without recording a row has failed. */
const maxTries = 10;

/** Removes the file of an import that is over. */
async function dropFile(
  { database, files }: Omit<Deps, 'publish'>,
  importKey: ImportKey,
  file: string,
) {
  await files.remove(file);
  await visitorLeases.forgetFile(database.system, importKey);
}

interface Work {
  importKey: ImportKey;
  worker: string;
  claimed: ClaimedImport;
  columnIndexes: ColumnIndexes;
}

/**
 * Adds the visitors of some rows and stores the import's progress; false when another worker has taken over. Calls
 * `onSent` when the rows are on their way to the database.
 */
async function keepRows(
  { database, clock }: Deps,
  { importKey, worker, claimed }: Work,
  { visitors, repeated, refused, to }: CheckedRows & Pick<CsvBatch, 'to'>,
  next: NextStep,
  onSent: () => void,
): Promise<boolean> {
  return database.system.begin(async (tx) => {
    // The commit of the import's end writes these rows to disk too, before anyone is notified that they are in.
    await tx`set local synchronous_commit = off`;
    if (!(await visitorLeases.hold(tx, importKey, worker))) return false;
    const { spot_pk, started_at, grant } = claimed;
    const { organization_id: organizationId, import_pk: pk } = importKey;
    const ofImport = { pk, spot_pk, started_at };
    const recording = recordImportedVisitors({ tx, organizationId }, visitors, grant, ofImport);
    onSent();
    const added = await recording;
    const updated = visitors.count - added + repeated;
    await writeStep(tx, importKey, { to, added, updated, refused }, clock());
    if (next === 'go on') return true;
    await visitorLeases.release(tx, importKey);
    await queueImport(tx, importKey, clock());
    return true;
  });
}

/** The checked rows of a file after the recorded ones, in batches. */
async function* readRows(
  { files, rowsAtOnce = usualRowsAtOnce, pieceBytes }: Deps,
  { claimed, columnIndexes }: Work,
) {
  const { encoding, columns, head_bytes, done_bytes: bytes, done_lines: lines } = claimed;
  const file = await files.open(claimed.file);
  if (!file) throw new Error('The file of the import is gone.');
  const text = skipBytes(decoded(file.stream, encoding, false, pieceBytes), bytes);
  const checker = new RowChecker(columnIndexes, columns.length);
  let header = claimed.fields === null && bytes === head_bytes;
  let to: CsvBatch['to'] = { bytes, lines };
  for await (const batch of readRecords(text, claimed, { bytes, lines })) {
    const { records } = batch;
    // In imports that an earlier release started, the first record names the columns.
    checker.add(header ? records.slice(1) : records);
    header = header && records.length === 0;
    to = batch.to;
    if (checker.size >= rowsAtOnce) yield { ...checker.take(), to };
  }
  yield { ...checker.take(), to };
}

/**
 * Adds the visitors of an uploaded file. Rows and progress are written in one transaction, so that a process can be
 * killed at any point: the next worker continues after the last recorded row.
 */
export function makeVisitorImporter(deps: Deps): JobHandler<typeof importJob> {
  const { database, clock, publish } = deps;
  return async (importKey) => {
    const worker = randomUUID();
    const claimed = await claimImport(database.system, importKey, worker, clock());
    if (!claimed) return;
    const fields = claimed.fields ?? guessColumns(claimed.columns, []).fields;
    const columnIndexes = toColumnIndexes(fields);
    const end = async (state: 'done' | 'failed') => {
      await visitorLeases.finish(database.system, importKey, state, clock());
      await dropFile(deps, importKey, claimed.file);
    };
    if (findMissing(fields).length > 0 || claimed.tries > maxTries) return end('failed');
    const work = { importKey, worker, claimed, columnIndexes };
    const isDone = await workInSlices(clock, readRows(deps, work), (rows, next, onSent) =>
      keepRows(deps, work, rows, next, onSent),
    );
    const spot = { organizationId: importKey.organization_id, pk: claimed.spot_pk };
    publish('server:newVisitor', spot);
    if (isDone) await end('done');
  };
}

/** Runs every minute, and when a process starts. */
export const importSweep = defineJob('sweep_imports', { every: minuteMs });

/**
 * Resumes imports and undos that no worker holds, and removes what is old: unclaimed files, files of completed imports,
 * refused rows, previous values.
 */
export function makeImportSweeper(deps: Omit<Deps, 'publish'>) {
  const { database, clock, files } = deps;
  const { system } = database;
  return async () => {
    for (const { free_at, ...importKey } of await visitorLeases.listUnfinished(system))
      await system.begin((tx) => queueImport(tx, importKey, free_at));
    for (const { file, ...importKey } of await visitorLeases.listLeftFiles(system))
      await dropFile(deps, importKey, file);
    await removeOldUploads({ sql: system, files }, clock());
    await visitorLeases.removeOldRefused(system, clock());
    for (const importKey of await listUnfinishedUndos(system))
      await system.begin((tx) => queueUndo(tx, importKey, clock()));
    await removeOldChanges(system, clock());
  };
}

export const visitorsCsvJobs = [
  handleJob(importJob, makeVisitorImporter),
  handleJob(importSweep, makeImportSweeper),
  handleJob(undoJob, makeImportUndoer),
];
