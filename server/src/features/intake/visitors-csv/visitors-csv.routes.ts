import type { FileReading } from '@lotkeeper/contract/intake/visitors-csv';
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
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { Person } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { takeFileTurn } from '../../../kernel/load/turns.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import {
  isUploadedBy,
  keepFile,
  keepUpload,
  refusedRowsFile,
  removeUploads,
} from '../files/public.ts';
import { eachRefusedRow, insertImport, readColumns, readNewestImport } from './imports.queries.ts';
import { inspectFile, requireImportable } from './inspect-visitors.ts';
import { previewFile } from './preview.ts';
import { listRecentImportRows, previewUndo, startUndo } from './undo.queries.ts';
import { toRecentImport } from './undo.rules.ts';

/** Files that a person may upload per hour. */
const uploadsAnHour = 60;
/** Previews per person and hour: each choice takes one. */
const previewsAnHour = 600;

/** Visitors from CSV files, and the upload of files. */
export function visitorsCsvRoutes(
  serve: Serve,
  deps: { sql: Sql; limiter: Limiter; files: FileStore },
): void {
  const { sql, limiter, files } = deps;

  serve(uploadFile, async ({ scope: { person }, body, now }) => {
    await limiter.enforce(`upload ${person.pk}`, uploadsAnHour, now, 'uploads');
    return { url: uploadUrl(await keepUpload(deps, person, body, now)) };
  });

  const requireUpload = async (csv_url: string, person: Person): Promise<string> => {
    const file = csv_url.slice(uploadUrl('').length);
    if (await isUploadedBy(sql, file, person)) return file;
    throw new Refusal('invalid_fields', csvMessages.upload, { csv_url: csvMessages.upload });
  };

  serve(previewVisitorFile, async ({ scope, body, now }) => {
    const { person } = scope;
    await limiter.enforce(`preview ${person.pk}`, previewsAnHour, now, 'requests');
    const file = await requireUpload(body.csv_url, person);
    return takeFileTurn(scope.organizationId, () => previewFile(files, file, body.reading ?? {}));
  });

  /** Checks a file; returns the one to import, which is a new one for a sheet. */
  const prepareFile = async (
    uploaded: string,
    person: Person,
    reading: FileReading,
    now: Instant,
  ) => {
    const inspection = await inspectFile(files, uploaded, reading);
    await requireImportable(inspection);
    if (inspection.sheet === null) return { file: uploaded, inspection };
    return { file: await keepFile(deps, person, await inspection.openText(), now), inspection };
  };

  serve(startVisitorImport, async ({ scope, body, now }) => {
    const { person } = scope;
    const uploaded = await requireUpload(body.csv_url, person);
    const { file, inspection } = await takeFileTurn(scope.organizationId, () =>
      prepareFile(uploaded, person, body.reading ?? {}, now),
    );
    const { code, file: file_name } = body;
    const isCopy = file !== uploaded;
    try {
      await insertImport(scope, { code, file_name, file, inspection }, now);
    } catch (error) {
      if (isCopy) await removeUploads(deps, [file]);
      throw error;
    }
    if (isCopy) await removeUploads(deps, [uploaded]);
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
    const found = requireFound(await readColumns(scope, pk), 'upload');
    return refusedRowsFile(found, eachRefusedRow(scope, pk));
  });
}
