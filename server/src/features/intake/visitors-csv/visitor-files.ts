import type { ColumnChoice } from '@lotkeeper/contract/intake/visitors-csv';
import { csvMessages, undoHours } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { defineJob } from '../../../kernel/data/jobs.ts';
import { must } from '../../../kernel/must.ts';
import { recordImportedVisitors } from '../../../records/operations/imported-visitors.ts';
import { refreshEventVisitors } from '../../../records/operations/visitor-grants.ts';
import type { RecordingImport } from '../../../records/operations/visitor-import-changes.ts';
import { undoNextVisitors } from '../../../records/operations/visitor-import-changes.ts';
import type { VisitorGrant } from '../../../records/operations/visitors.ts';
import { openRecorder } from '../../../records/recorder.ts';
import type { CsvBatch, ImportDeps, ImportedFile, ImportKey, ImportKind } from '../files/public.ts';
import { decoded, readRecords, skipBytes } from '../files/public.ts';
import type { ColumnIndexes } from './columns.rules.ts';
import { findMissing, guessColumns, toColumnIndexes } from './columns.rules.ts';
import type { CheckedRows } from './import-rows.rules.ts';
import { RowChecker } from './import-rows.rules.ts';

/** What a job needs to know of an import. */
interface FoundImport extends ImportedFile {
  spot_pk: number;
  /** null = an earlier release started the import. */
  fields: ColumnChoice[] | null;
  head_bytes: number;
  code_pk: number;
  grant_kind: VisitorGrant['kind'];
  grant_ends_at: Instant | null;
}

/**
 * Rows that one transaction records. With more of them, a kiosk of the property waits longer, and the text that goes to
 * the database is too large to be garbage collected young.
 */
const usualRowsAtOnce = 600;

/** The checked rows of a file after the recorded ones, in batches. */
async function* readRows(
  { files, rowsAtOnce = usualRowsAtOnce, pieceBytes }: ImportDeps,
  found: FoundImport,
  columnIndexes: ColumnIndexes,
) {
  const { encoding, columns, head_bytes, done_bytes: bytes, done_lines: lines } = found;
  const file = await files.open(found.file);
  if (!file) throw new Error('The file of the import is gone.');
  const text = skipBytes(decoded(file.stream, encoding, false, pieceBytes), bytes);
  const checker = new RowChecker(columnIndexes, columns.length);
  let header = found.fields === null && bytes === head_bytes;
  let to: CsvBatch['to'] = { bytes, lines };
  for await (const batch of readRecords(text, found, { bytes, lines })) {
    const { records } = batch;
    // In imports that an earlier release started, the first record names the columns.
    checker.add(header ? records.slice(1) : records);
    header = header && records.length === 0;
    to = batch.to;
    if (checker.size >= rowsAtOnce) yield { ...checker.take(), to };
  }
  yield { ...checker.take(), to };
}

/** Visitors from files. */
export const visitorFiles: ImportKind<FoundImport, CheckedRows & Pick<CsvBatch, 'to'>> = {
  imports: 'visitor_imports',
  refusedRows: 'refused_visitor_rows',
  subject: 'visitor upload',
  noun: 'upload',
  alert: { subject: 'visitor import', what: 'visitors' },
  job: defineJob<ImportKey>('import_visitors'),
  columns: ['spot_pk', 'fields', 'head_bytes', 'code_pk', 'grant_kind', 'grant_ends_at'],

  open(deps, { organization_id: organizationId, import_pk: pk }, found) {
    const fields = found.fields ?? guessColumns(found.columns, []).fields;
    if (findMissing(fields).length > 0) return Promise.resolve(null);
    const { spot_pk, started_at, code_pk, grant_kind: kind, grant_ends_at: ends_at } = found;
    const grant = { code_pk, kind, ends_at };
    return Promise.resolve({
      rows: readRows(deps, found, toColumnIndexes(fields)),
      async record(tx, { visitors, repeated, refused }, onSent) {
        // The commit of the import's end writes these rows to disk too, before anyone is notified that they are in.
        await tx`set local synchronous_commit = off`;
        const ofImport = { pk, spot_pk, started_at };
        const writer = { tx, organizationId };
        const recording = recordImportedVisitors(writer, visitors, grant, ofImport);
        onSent();
        const added = await recording;
        const updated = visitors.count - added + repeated;
        return { refused, counts: tx`added = added + ${added}, updated = updated + ${updated}` };
      },
      publish: () => deps.publish('server:newVisitor', { organizationId, pk: spot_pk }),
    });
  },

  undo: {
    job: defineJob<ImportKey>('undo_import'),
    ms: undoHours * hourMs,
    records: 'visitor_import_changes',
    async takeBack(tx, undoing, { clock, undoneAtOnce }) {
      const visitorImport = undoing as RecordingImport & { code_pk: number };
      const recorder = await openRecorder(tx, undoing.organization_id);
      const undone = await undoNextVisitors(recorder, visitorImport, clock(), undoneAtOnce);
      if (undone) {
        const { removed, restored, kept } = undone;
        const counts = tx`undo_removed = undo_removed + ${removed},
          undo_restored = undo_restored + ${restored}, undo_kept = undo_kept + ${kept}`;
        return { counts };
      }
      // Events may have changed since the values were saved.
      await refreshEventVisitors(recorder, visitorImport.spot_pk, clock());
      return null;
    },
    publish: ({ organization_id: organizationId, spot_pk }, publish) =>
      publish('server:newVisitor', { organizationId, pk: must(spot_pk, 'property of an upload') }),
    messages: {
      running: csvMessages.undoRunning,
      done: csvMessages.undoneAlready,
      expired: csvMessages.undoExpired,
    },
  },
};
