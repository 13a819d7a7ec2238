import type { HistoryReading } from '@lotkeeper/contract/intake/history';
import {
  createHistoryImport,
  downloadRefusedHistory,
  historyMessages,
  listHistoryImports,
  previewHistory,
  undoHistoryImport,
} from '@lotkeeper/contract/intake/history';
import type { HistoryColumn } from '@lotkeeper/contract/intake/history-columns';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { listClosedMonths } from '../../../records/money/month-closings.ts';
import {
  eachRefusedRow,
  isBlank,
  openRows,
  openUploads,
  readRefusedFile,
  readRememberedColumns,
  refusal,
  refusedRowsFile,
} from '../files/public.ts';
import { HistoryCheck } from './check-history.ts';
import type { HistoryFile } from './history-file.ts';
import { readHistoryFile } from './history-file.ts';
import { insertHistoryImport, listImports, startHistoryUndo } from './history-imports.queries.ts';
import type { HistoryKind } from './history-item.ts';
import { historyKinds } from './history-item.ts';
import { historyFiles } from './history-kind.ts';
import { previewHistoryFile } from './history-preview.ts';
import type { RowReading } from './history-row.rules.ts';
import { itemOfRow } from './history-row.rules.ts';
import { listHistorySpots, toRowReading } from './history-spots.queries.ts';

/** Refuses a file that can’t be imported as it would be read. */
function requireImportable({ missing, questions }: HistoryFile): void {
  if (missing.length > 0) throw refusal(historyMessages.missing(missing.join(', ')));
  if (questions.length > 0) throw refusal(questions.join(' '));
}

/** The kinds of a file's rows, in the order they are recorded. Rows that can't be read are of the first. */
async function listKinds(file: HistoryFile, reading: RowReading): Promise<HistoryKind[]> {
  const found = new Set<HistoryKind>();
  for await (const { records } of await openRows(file.inspection)) {
    for (const record of records) {
      const item = isBlank(record) ? '' : itemOfRow(record, reading);
      if (typeof item !== 'string') found.add(item.kind);
    }
  }
  const kinds = historyKinds.filter((kind) => found.has(kind));
  return kinds.length > 0 ? kinds : ['rental'];
}

/** History from other systems. */
export function historyRoutes(
  serve: Serve,
  deps: { sql: Sql; limiter: Limiter; files: FileStore },
): void {
  const { files } = deps;

  const uploads = openUploads(deps);

  /** Reads an upload as chosen; properties of others are as unknown as none. */
  const openFile = async (
    scope: OrganizationScope,
    upload: string,
    chosen: HistoryReading,
    now: Instant,
  ) => {
    const { organizationId } = scope;
    const spots = await scope.read((reader) => listHistorySpots(reader, organizationId));
    const months = await scope.read((reader) => listClosedMonths(reader, organizationId));
    const known = new Set(spots.map(({ pk }) => pk));
    if (chosen.spot !== undefined && !known.has(chosen.spot)) {
      throw new Refusal('invalid_fields', historyMessages.spot, { spot: historyMessages.spot });
    }
    const remembered = await readRememberedColumns<{ columns: HistoryColumn[] }>(scope, 'history');
    const file = await readHistoryFile(files, upload, chosen, { spots, remembered });
    const closed = months.map(({ month }) => month);
    return { file, spots, reading: toRowReading(file.reading, { spots, closed, now }) };
  };

  serve(previewHistory, ({ scope, body: { csv_url: url, reading }, now }) =>
    uploads.preview({ scope, url, now }, async (upload) => {
      const source = await openFile(scope, upload, reading ?? {}, now);
      return previewHistoryFile(source.file, source.reading, source.spots, new HistoryCheck(scope));
    }),
  );

  serve(createHistoryImport, ({ scope, body, now }) =>
    uploads.start(
      { scope, url: body.csv_url, now },
      async (upload) => {
        const { file, reading } = await openFile(scope, upload, body.reading ?? {}, now);
        requireImportable(file);
        return { inspection: file.inspection, file, kinds: await listKinds(file, reading) };
      },
      async (upload, { file, kinds }) => {
        const input = { upload, file_name: body.file, file, kinds };
        return { pk: await insertHistoryImport(scope, input, now) };
      },
    ),
  );

  serve(listHistoryImports, async ({ scope, now }) => ({ results: await listImports(scope, now) }));

  serve(undoHistoryImport, ({ scope, params, now }) => startHistoryUndo(scope, params.import, now));

  serve(downloadRefusedHistory, async ({ scope, params }) => {
    const found = await readRefusedFile(scope, historyFiles, params.import);
    return refusedRowsFile(found, eachRefusedRow(scope, historyFiles, params.import));
  });
}
