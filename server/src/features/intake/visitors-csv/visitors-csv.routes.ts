import type { ColumnChoice, FileReading } from '@lotkeeper/contract/intake/visitors-csv';
import {
  csvMessages,
  downloadRefusedRows,
  getVisitorImport,
  listRecentImports,
  previewImportUndo,
  previewVisitorFile,
  startVisitorImport,
  undoVisitorImport,
  uploadFile,
  uploadUrl,
} from '@lotkeeper/contract/intake/visitors-csv';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import {
  eachRefusedRow,
  keepUpload,
  openUploads,
  readRefusedFile,
  readRememberedColumns,
  refusedRowsFile,
} from '../files/public.ts';
import { insertImport, readNewestImport } from './imports.queries.ts';
import { inspectFile, requireImportable } from './inspect-visitors.ts';
import { previewFile } from './preview.ts';
import { listRecentImportRows, previewUndo, startUndo } from './undo.queries.ts';
import { toRecentImport } from './undo.rules.ts';
import { visitorFiles } from './visitor-files.ts';

/** Files that a person may upload per hour. */
const uploadsAnHour = 60;

/** Visitors from CSV files, and the upload of files. */
export function visitorsCsvRoutes(
  serve: Serve,
  deps: { sql: Sql; limiter: Limiter; files: FileStore },
): void {
  const { limiter, files } = deps;

  serve(uploadFile, async ({ scope: { person }, body, now }) => {
    await limiter.enforce(`upload ${person.pk}`, uploadsAnHour, now, 'uploads');
    return { url: uploadUrl(await keepUpload(deps, person, body, now)) };
  });

  const uploads = openUploads(deps);

  /** What is chosen, with what was chosen for earlier files. */
  const readAsBefore = async (scope: SpotScope, reading: FileReading = {}) => ({
    ...reading,
    remembered: await readRememberedColumns<{ columns: ColumnChoice[] }>(scope, 'visitors'),
  });

  serve(previewVisitorFile, ({ scope, body: { csv_url: url, reading }, now }) =>
    uploads.preview({ scope, url, now }, async (file) =>
      previewFile(files, file, await readAsBefore(scope, reading)),
    ),
  );

  serve(startVisitorImport, async ({ scope, body, now }) => {
    const { code, file: file_name, csv_url: url, reading } = body;
    await uploads.start(
      { scope, url, now },
      async (file) => {
        const inspection = await inspectFile(files, file, await readAsBefore(scope, reading));
        await requireImportable(inspection);
        return { inspection };
      },
      (file, { inspection }) => insertImport(scope, { code, file_name, file, inspection }, now),
    );
    return { result: 'success' as const, message: csvMessages.started };
  });

  serve(getVisitorImport, async ({ scope, now }) => {
    const found = await readNewestImport(scope, now);
    if (!found) return { progress: { value: 0, max: 0 }, latest: null };
    const { text_bytes: max, done_bytes, started_at, finished_at, ...rest } = found;
    const { refused_rows_until: until } = rest;
    return {
      // Only a completed import is reported as complete, however many bytes are done.
      progress: { value: rest.state === 'running' ? Math.min(done_bytes, max - 1) : max, max },
      latest: {
        ...rest,
        started_at: toIso(started_at),
        finished_at: finished_at === null ? null : toIso(finished_at),
        refused_rows_until: until === null ? null : toIso(until),
      },
    };
  });

  serve(listRecentImports, async ({ scope, now }) => {
    const rows = await listRecentImportRows(scope, now);
    return { results: rows.map((row) => toRecentImport(row, now)) };
  });

  serve(previewImportUndo, ({ scope, params }) => previewUndo(scope, params.id));

  serve(undoVisitorImport, async ({ scope, params, now }) => ({
    total: await startUndo(scope, params.id, now),
  }));

  serve(downloadRefusedRows, async ({ scope, query: { import: pk } }) => {
    const found = await readRefusedFile(scope, visitorFiles, pk);
    return refusedRowsFile(found, eachRefusedRow(scope, visitorFiles, pk));
  });
}
