import { randomUUID } from 'node:crypto';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { openRecorder } from '../../../records/recorder.ts';
import { recordVisitors } from '../../../records/visitors.ts';
import type { ColumnIndexes } from './columns.rules.ts';
import { findMissing, guessColumns, toColumnIndexes } from './columns.rules.ts';
import type { CsvBatch } from './csv-records.ts';
import { readRecords } from './csv-records.ts';
import { decoded, skipBytes } from './csv-text.ts';
import type { SortedRows } from './import-rows.rules.ts';
import { sortRows, toVisitorInputs } from './import-rows.rules.ts';
import type { ImportKey } from './imports.queries.ts';
import { importJob, queueImport } from './imports.queries.ts';
import { makeImportUndoer } from './undo.jobs.ts';
import { listUnfinishedUndos, queueUndo, removeOldChanges, undoJob } from './undo.queries.ts';
import { removeOldUploads } from './uploads.ts';
import type { ClaimedImport } from './working.queries.ts';
import {
  claimImport,
  finishImport,
  forgetFile,
  holdImport,
  listLeftFiles,
  listUnfinished,
  releaseImport,
  removeOldRefusedRows,
  writeStep,
} from './working.queries.ts';

interface Deps {
  database: Database;
  clock: Clock;
  files: FileStore;
  publish: Publish;
}

/** How long one job works before it yields to others; a shutdown waits no longer than that. */
const sliceMs = 3000;
/** An import that this many workers started without recording a row has failed. */
const maxTries = 10;

/** Removes the file of an import that is over. */
async function dropFile(
  { database, files }: Omit<Deps, 'publish'>,
  importKey: ImportKey,
  file: string,
) {
  await files.remove(file);
  await forgetFile(database.system, importKey);
}

interface Work {
  importKey: ImportKey;
  worker: string;
  claimed: ClaimedImport;
  columnIndexes: ColumnIndexes;
}

/** Adds the visitors of some rows and stores the import's progress; false when another worker has taken over. */
async function keepRows(
  { database, clock }: Deps,
  { importKey, worker, claimed }: Work,
  rows: SortedRows & Pick<CsvBatch, 'to'>,
  next: 'go on' | 'let go',
): Promise<boolean> {
  return database.system.begin(async (tx) => {
    if (!(await holdImport(tx, importKey, worker))) return false;
    const recorder = await openRecorder(tx, importKey.organization_id);
    const { spot_pk, started_at } = claimed;
    const ofImport = { pk: importKey.import_pk, spot_pk, started_at };
    const outcomes = await recordVisitors(
      recorder,
      toVisitorInputs(rows.visitors, claimed),
      ofImport,
    );
    const added = outcomes.filter(({ outcome }) => outcome === 'added').length;
    const updated = outcomes.length - added + rows.repeated;
    await writeStep(tx, importKey, { to: rows.to, added, updated, refused: rows.refused }, clock());
    if (next === 'go on') return true;
    await releaseImport(tx, importKey);
    await queueImport(tx, importKey, clock());
    return true;
  });
}

/** The checked rows of a file after the recorded ones, in batches. */
async function* readRows({ files }: Deps, { claimed, columnIndexes }: Work) {
  const { encoding, columns, head_bytes, done_bytes: bytes, done_lines: lines } = claimed;
  const file = await files.open(claimed.file);
  if (!file) throw new Error('The file of the import is gone.');
  const text = skipBytes(decoded(file.stream, encoding), bytes);
  let header = claimed.fields === null && bytes === head_bytes;
  for await (const { records, to } of readRecords(text, claimed, { bytes, lines })) {
    // In imports that an earlier release started, the first record names the columns.
    const rows = header ? records.slice(1) : records;
    header = header && records.length === 0;
    yield { ...sortRows(rows, columnIndexes, columns.length), to };
  }
}

/** Works on an import until it's done, time is up, or another worker has taken over; returns whether it's done. */
async function workOn(deps: Deps, work: Work): Promise<boolean> {
  const until = deps.clock() + sliceMs;
  let keeping: Promise<boolean> | undefined;
  // The next rows are read while the database writes the previous ones.
  for await (const rows of readRows(deps, work)) {
    if ((await keeping) === false) return false;
    // Some rows are recorded in any case, so that the work ends however slow it is.
    const isLate = keeping !== undefined && deps.clock() >= until;
    keeping = keepRows(deps, work, rows, isLate ? 'let go' : 'go on');
    // A failure is reported where it's awaited.
    keeping.catch(() => undefined);
    if (!isLate) continue;
    await keeping;
    return false;
  }
  return (await keeping) !== false;
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
      await finishImport(database.system, importKey, state, clock());
      await dropFile(deps, importKey, claimed.file);
    };
    if (findMissing(fields).length > 0 || claimed.tries > maxTries) return end('failed');
    const isDone = await workOn(deps, { importKey, worker, claimed, columnIndexes });
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
    for (const { free_at, ...importKey } of await listUnfinished(system))
      await system.begin((tx) => queueImport(tx, importKey, free_at));
    for (const { file, ...importKey } of await listLeftFiles(system))
      await dropFile(deps, importKey, file);
    await removeOldUploads({ sql: system, files }, clock());
    await removeOldRefusedRows(system, clock());
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
