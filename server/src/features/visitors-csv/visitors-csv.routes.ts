import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import {
  csvMessages,
  downloadRefusedRows,
  getVisitorImport,
  listRecentImports,
  previewImportUndo,
  startVisitorImport,
  undoVisitorImport,
  uploadFile,
  uploadUrl,
} from '@lotkeeper/contract/visitors-csv';
import type { Limiter } from '../../kernel/access/limits.ts';
import type { Person } from '../../kernel/access/scope.ts';
import { roleIn } from '../../kernel/access/scope.ts';
import type { Sql } from '../../kernel/data/database.ts';
import type { FileStore } from '../../kernel/data/files.ts';
import type { Serve } from '../../kernel/http/call.ts';
import { makeTurns } from '../../kernel/load/turns.ts';
import { Refusal, requireFound } from '../../kernel/refusal.ts';
import { eachRefusedRow, insertImport, readColumns, readNewestImport } from './imports.queries.ts';
import { inspectFile } from './look-through.ts';
import { refusedRowsFile } from './refused-rows.file.ts';
import { listRecentImportRows, previewUndo, startUndo } from './undo.queries.ts';
import { toRecentImport } from './undo.rules.ts';
import { isUploadedBy, keepUpload } from './uploads.ts';

/** Files that a person may upload in an hour. */
const uploadsAnHour = 60;

const mayUpload = (person: Person) =>
  person.superuser ||
  person.affiliations.some(({ organization }) => {
    const role = roleIn(person, organization);
    return role !== null && (adminAndEmployee as readonly string[]).includes(role);
  });

/** Visitors from CSV files, and the upload of files. */
export function visitorsCsvRoutes(
  serve: Serve,
  deps: { sql: Sql; limiter: Limiter; files: FileStore },
): void {
  const { sql, limiter, files } = deps;
  // Looking through a large file takes the processor for a while.
  const inTurn = makeTurns(1);

  serve(uploadFile, async ({ scope: { person }, body, now }) => {
    if (!mayUpload(person)) {
      throw new Refusal(
        'not_allowed',
        'Your role does not allow this. Ask an Admin of the organization.',
      );
    }
    await limiter.enforce(`upload ${person.pk}`, uploadsAnHour, now, 'uploads');
    return { url: uploadUrl(await keepUpload(deps, person, body, now)) };
  });

  serve(startVisitorImport, async ({ scope, body, now }) => {
    const file = body.csv_url.slice(uploadUrl('').length);
    if (!(await isUploadedBy(sql, file, scope.person))) {
      throw new Refusal('invalid_fields', csvMessages.upload, { csv_url: csvMessages.upload });
    }
    const looked = await inTurn(() => inspectFile(files, file));
    const { code, file: file_name } = body;
    await insertImport(scope, { code, file_name, file, looked }, now);
    return { result: 'success' as const, message: csvMessages.started };
  });

  serve(getVisitorImport, async ({ scope, now }) => {
    const found = await readNewestImport(scope, now);
    if (!found) return { progress: { value: 0, max: 0 }, latest: null };
    const { text_bytes: max, done_bytes, started_at, finished_at, ...rest } = found;
    const { refused_rows_until: until } = rest;
    return {
      // Only what is done is reported as done, whatever its bytes say.
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
