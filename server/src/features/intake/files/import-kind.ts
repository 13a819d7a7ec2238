import type { Encoding } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { JobScope } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database, Fragment, Tx } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Job } from '../../../kernel/data/jobs.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import type { CsvForm, TextPlace } from './csv-records.ts';

export interface ImportKey {
  organization_id: number;
  import_pk: number;
}

export interface RefusedRow {
  line: number;
  reason: string;
  cells: string[];
}

export interface ImportDeps {
  database: Database;
  openJobScope: (organizationId: number) => JobScope;
  clock: Clock;
  files: FileStore;
  publish: Publish;
  /** Rows that one transaction records, and bytes of the file that are read at a time. */
  rowsAtOnce?: number;
  pieceBytes?: number;
  /** Records that one transaction takes back. */
  undoneAtOnce?: number;
}

/** What every import stores about its file, and how far it has come. */
export interface ImportedFile extends CsvForm {
  file: string;
  encoding: Encoding;
  columns: string[];
  done_bytes: number;
  done_lines: number;
  /** Times that a job began since rows were recorded. */
  tries: number;
  started_at: Instant;
}

/** Rows of a file that are recorded together, up to a place from which reading can continue. */
export interface RowBatch {
  to: TextPlace;
  refused: RefusedRow[];
}

/** What recording some rows adds to their import: the rows that were refused, and SQL that adds to its own counts. */
export interface Recorded {
  refused: readonly RefusedRow[];
  counts: Fragment;
}

/** The work of one job on an import. */
export interface ImportWork<Batch extends RowBatch> {
  /** The rows after the recorded ones, checked. */
  rows: AsyncIterable<Batch>;
  /** Records a batch, in the transaction that stores the import's progress. Calls `onSent` when the rows are on their way. */
  record: (tx: Tx, batch: Batch, onSent: () => void) => Promise<Recorded>;
  /** A batch that can be recorded after a failure, without the rows that caused it; null when that isn't the cause. */
  withoutClash?: (batch: Batch, error: unknown) => Batch | null;
  /** Called after a batch is in, before the next is read; `isLast` if this job reads no other. */
  onKept?: (batch: Batch, isLast: boolean) => void;
  /** Starts with the next kind of rows from the first row; only where there is one. */
  startNextPass?: (tx: Tx) => Promise<unknown>;
  /** Notifies pages of what was recorded. */
  publish: () => void;
}

/** An import that is being undone, locked; the property and the code are those of visitors. */
export interface UndoingImport {
  organization_id: number;
  pk: number;
  started_at: Instant;
  spot_pk: number | null;
  code_pk: number | null;
}

/** How the imports of a kind are taken back. */
interface ImportUndo {
  job: Job<ImportKey>;
  /** How long after its end an import can be undone. */
  ms: number;
  /** What the imports recorded, which isn't needed afterward. */
  records: 'visitor_import_changes' | 'history_records';
  /** Takes back some records, and returns SQL that counts them in the same transaction; null when there are none left. */
  takeBack: (
    tx: Tx,
    undoing: UndoingImport,
    deps: ImportDeps,
  ) => Promise<{ counts: Fragment } | null>;
  /** Notifies pages of what was taken back. */
  publish?: (undoing: UndoingImport, publish: Publish) => void;
  messages: { running: string; done: string; expired: string };
}

/**
 * A kind of files whose rows become records by a job: visitors, history. The engine keeps uploads, reads files as
 * tables, stores progress, refused rows and their file, resumes after a crash, and undoes. A kind says what its columns
 * mean (`TableKind`), which rows are good, how they are recorded, and how they are taken back.
 *
 * The job queue holds a lock for each job, and one that dies is run again. Rows and progress are one transaction, which
 * begins with a look at whether the import still is where this job read: so two jobs never record a row twice.
 */
export interface ImportKind<Found extends ImportedFile, Batch extends RowBatch> {
  imports: 'visitor_imports' | 'history_imports';
  refusedRows: 'refused_visitor_rows' | 'refused_history_rows';
  /** What audit entries call an import, and refusals of one that doesn't exist. */
  subject: 'visitor upload' | 'history import';
  noun: string;
  /** What an alert of one that failed is about; open alerts are found by it. */
  alert: { subject: 'visitor import' | 'history import'; what: 'visitors' | 'history' };
  job: Job<ImportKey>;
  /** The columns that its work needs, beside those of every import. */
  columns: readonly (keyof Found & string)[];
  /** Prepares the work of a job; null if the file can't be read that way. */
  open: (deps: ImportDeps, importKey: ImportKey, found: Found) => Promise<ImportWork<Batch> | null>;
  undo: ImportUndo;
}

/** What queries and jobs that don't read rows need to know of a kind. */
export type AnyKind = Pick<
  ImportKind<ImportedFile, RowBatch>,
  'imports' | 'refusedRows' | 'subject' | 'noun' | 'alert' | 'job' | 'undo'
>;
