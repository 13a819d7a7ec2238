import type { HistoryImport } from '@lotkeeper/contract/intake/history';
import { historyMessages } from '@lotkeeper/contract/intake/history';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import { Refusal, refuseDuplicate } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import {
  beginUndo,
  keptUntil,
  queueImport,
  rememberChoice,
  takeUpload,
  toImportRow,
  undoableUntil,
} from '../files/public.ts';
import type { HistoryFile } from './history-file.ts';
import type { HistoryKind } from './history-item.ts';
import { historyFiles } from './history-kind.ts';

/** Serializes the starts of imports and undos of an organization. */
const lockHistory = (tx: Tx, organizationId: number) => tx`
  select pg_advisory_xact_lock(hashtextextended('history', ${organizationId}))`;

const busy = new Refusal('conflict', historyMessages.busy);

/** Starts an import: stores its task and queues it, in one transaction. */
export function insertHistoryImport(
  scope: OrganizationScope,
  {
    upload,
    file_name,
    file,
    kinds,
  }: {
    upload: string;
    file_name: string;
    file: HistoryFile;
    kinds: readonly HistoryKind[];
  },
  now: Instant,
): Promise<number> {
  const { organizationId: organization_id, person } = scope;
  const { inspection, reading, rows: row_count } = file;
  const { rows } = inspection;
  const written = scope.write(async (tx) => {
    await lockHistory(tx, organization_id);
    const [undoing] = await tx`
      select pk from history_imports
      where organization_id = ${organization_id} and undo_state = 'running'`;
    if (undoing) throw busy;
    await takeUpload(tx, upload, person);
    const [{ pk }] = await tx<[{ pk: number }]>`
      insert into history_imports ${tx.values({
        organization_id,
        person_pk: person.pk,
        ...toImportRow(inspection, { file: upload, file_name }, now),
        reading: tx.json(reading),
        kinds: [...kinds],
        head_bytes: rows.bytes,
        head_lines: rows.lines,
        row_count,
      })} returning pk`;
    const after = { file: file_name, rows: row_count };
    await recordAuditEntry(tx, scope, now, { act: 'create', subject: 'history import', pk, after });
    await rememberChoice(tx, scope, 'history', inspection);
    await queueImport(tx, historyFiles, { organization_id, import_pk: pk }, now);
    return pk;
  });
  return refuseDuplicate(written, busy, 'history_imports_running');
}

interface ImportRow {
  pk: number;
  state: HistoryImport['state'];
  file: string;
  person: string;
  kinds: string[];
  pass: number;
  head_bytes: number;
  text_bytes: number;
  done_bytes: number;
  row_count: number;
  recorded: number;
  unchanged: number;
  refused: number;
  first_day: LocalDate | null;
  last_day: LocalDate | null;
  gross: number;
  refunds: number;
  started_at: Instant;
  finished_at: Instant | null;
  keeps_refused: boolean;
  problems: HistoryImport['problems'];
  undo_state: 'available' | 'running' | 'done' | 'expired';
  undo_person: string | null;
  undone: number;
  undo_kept: number;
}

const shownImports = 20;
const shownProblems = 5;

/** Rows that are done, by the bytes of all passes; all of them only at the end. */
function countDoneRows({
  state,
  row_count,
  kinds,
  pass,
  head_bytes,
  text_bytes,
  done_bytes,
}: ImportRow) {
  if (state !== 'running') return row_count;
  const size = Math.max(1, text_bytes - head_bytes);
  const share = (pass + (done_bytes - head_bytes) / size) / Math.max(1, kinds.length);
  return Math.max(0, Math.min(row_count - 1, Math.floor(share * row_count)));
}

function toImport(row: ImportRow, now: Instant): HistoryImport {
  const { finished_at, undo_state, problems } = row;
  const refusedUntil = finished_at === null ? null : keptUntil(finished_at);
  const undoUntil = finished_at === null ? null : undoableUntil(historyFiles, finished_at);
  const keepsRefused =
    row.keeps_refused && row.refused > 0 && refusedUntil !== null && refusedUntil > now;
  const canUndo = undo_state === 'available' && undoUntil !== null && undoUntil > now;
  const { pk, state, file, person, row_count, recorded, unchanged, refused, first_day, last_day } =
    row;
  return {
    pk,
    state,
    file,
    person,
    row_count,
    done_rows: countDoneRows(row),
    recorded,
    unchanged,
    refused,
    first_day,
    last_day,
    gross: row.gross as HistoryImport['gross'],
    refunds: row.refunds as HistoryImport['refunds'],
    started_at: toIso(row.started_at),
    finished_at: finished_at === null ? null : toIso(finished_at),
    problems: keepsRefused ? problems : [],
    refused_rows_until: keepsRefused ? toIso(refusedUntil) : null,
    undo_until: canUndo ? toIso(undoUntil) : null,
    undo:
      undo_state === 'running' || undo_state === 'done'
        ? {
            state: undo_state,
            person: row.undo_person ?? '',
            undone: row.undone,
            kept: row.undo_kept,
          }
        : null,
  };
}

/** The organization's newest imports. */
export async function listImports(
  scope: OrganizationScope,
  now: Instant,
): Promise<HistoryImport[]> {
  const rows = await scope.read<ImportRow[]>(
    (sql) => sql`
      select i.pk, i.state, i.file_name as file, p.first_name || ' ' || p.last_name as person, i.kinds, i.pass,
        i.head_bytes, i.text_bytes, i.done_bytes, i.row_count, i.recorded, i.unchanged, i.refused, i.first_day,
        i.last_day, i.gross, i.refunds, i.started_at, i.finished_at, i.keeps_refused, i.undo_state,
        u.first_name || ' ' || u.last_name as undo_person, i.undone, i.undo_kept, (
          select coalesce(json_agg(r order by r.line), '[]') from (
            select line, reason from refused_history_rows
            where organization_id = ${scope.organizationId} and import_pk = i.pk
            order by line limit ${sql.literal(shownProblems)}) r) as problems
      from history_imports i
      join people p on p.pk = i.person_pk
      left join people u on u.pk = i.undo_person_pk
      where i.organization_id = ${scope.organizationId}
      order by i.pk desc limit ${sql.literal(shownImports)}`,
  );
  return rows.map((row) => toImport(row, now));
}

/** Starts to undo an import, in one transaction with its audit entry and its job. */
export function startHistoryUndo(
  scope: OrganizationScope,
  pk: number,
  now: Instant,
): Promise<void> {
  const { organizationId: organization_id } = scope;
  return scope.write(async (tx) => {
    await lockHistory(tx, organization_id);
    const [running] = await tx`
      select pk from history_imports where organization_id = ${organization_id} and state = 'running'`;
    await beginUndo(tx, scope, historyFiles, pk, now);
    if (running) throw busy;
  });
}
