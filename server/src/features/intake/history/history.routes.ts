import type { HistoryReading } from '@lotkeeper/contract/intake/history';
import {
  createHistoryImport,
  downloadRefusedHistory,
  historyMessages,
  listHistoryImports,
  previewHistory,
  undoHistoryImport,
} from '@lotkeeper/contract/intake/history';
import { csvMessages, uploadUrl } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { OrganizationScope, Person } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { takeFileTurn } from '../../../kernel/load/turns.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { listClosedMonths } from '../../../records/money/month-closings.ts';
import {
  isBlank,
  isUploadedBy,
  keepFile,
  openRows,
  refusedRowsFile,
  removeUploads,
} from '../files/public.ts';
import { HistoryCheck } from './check-history.ts';
import type { HistoryFile } from './history-file.ts';
import { readHistoryFile } from './history-file.ts';
import {
  eachRefusedHistoryRow,
  insertHistoryImport,
  listImports,
  readHistoryColumns,
  startHistoryUndo,
} from './history-imports.queries.ts';
import type { HistoryKind } from './history-item.ts';
import { historyKinds } from './history-item.ts';
import { previewHistoryFile } from './history-preview.ts';
import type { RowReading } from './history-row.rules.ts';
import { itemOfRow } from './history-row.rules.ts';
import { listHistorySpots, toRowReading } from './history-spots.queries.ts';

/** Previews per person and hour: each choice takes one. */
const previewsAnHour = 600;

const refuseFile = (message: string) =>
  new Refusal('invalid_fields', message, { csv_url: message });

/** Refuses a file that can’t be imported as it would be read. */
function requireImportable({ missing, questions }: HistoryFile): void {
  if (missing.length > 0) throw refuseFile(historyMessages.missing(missing.join(', ')));
  if (questions.length > 0) throw refuseFile(questions.join(' '));
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
  const { sql, limiter, files } = deps;

  const requireUpload = async (url: string, person: Person): Promise<string> => {
    const upload = url.slice(uploadUrl('').length);
    if (await isUploadedBy(sql, upload, person)) return upload;
    throw refuseFile(csvMessages.upload);
  };

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
    const file = await readHistoryFile(files, upload, chosen, spots);
    const closed = months.map(({ month }) => month);
    return { file, spots, reading: toRowReading(file.reading, { spots, closed, now }) };
  };

  serve(previewHistory, async ({ scope, body, now }) => {
    const { person } = scope;
    await limiter.enforce(`preview ${person.pk}`, previewsAnHour, now, 'requests');
    const upload = await requireUpload(body.csv_url, person);
    return takeFileTurn(scope.organizationId, async () => {
      const source = await openFile(scope, upload, body.reading ?? {}, now);
      return previewHistoryFile(source.file, source.reading, source.spots, new HistoryCheck(scope));
    });
  });

  serve(createHistoryImport, async ({ scope, body, now }) => {
    const { person } = scope;
    const uploaded = await requireUpload(body.csv_url, person);
    const { file, kinds, upload } = await takeFileTurn(scope.organizationId, async () => {
      const source = await openFile(scope, uploaded, body.reading ?? {}, now);
      requireImportable(source.file);
      const { inspection } = source.file;
      return {
        file: source.file,
        kinds: await listKinds(source.file, source.reading),
        upload:
          inspection.sheet === null
            ? uploaded
            : await keepFile(deps, person, await inspection.openText(), now),
      };
    });
    const isCopy = upload !== uploaded;
    try {
      const input = { upload, file_name: body.file, file, kinds };
      const pk = await insertHistoryImport(scope, input, now);
      if (isCopy) await removeUploads(deps, [uploaded]);
      return { pk };
    } catch (error) {
      if (isCopy) await removeUploads(deps, [upload]);
      throw error;
    }
  });

  serve(listHistoryImports, async ({ scope, now }) => ({ results: await listImports(scope, now) }));

  serve(undoHistoryImport, ({ scope, params, now }) => startHistoryUndo(scope, params.import, now));

  serve(downloadRefusedHistory, async ({ scope, params }) => {
    const found = await readHistoryColumns(scope, params.import);
    return refusedRowsFile(found, eachRefusedHistoryRow(scope, params.import));
  });
}
