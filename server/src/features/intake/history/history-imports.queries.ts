import type { HistoryImport } from '@lotkeeper/contract/intake/history';
import { historyMessages, historyUndoDays } from '@lotkeeper/contract/intake/history';
import { csvMessages, refusedRowsDays } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import { eachPage } from '../../../kernel/data/each-page.ts';
import { defineJob, enqueueOnce } from '../../../kernel/data/jobs.ts';
import { Refusal, refuseDuplicate, requireFound } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import type { ImportKey, RefusedRow } from '../files/public.ts';
import { makeImportLeases, takeUpload } from '../files/public.ts';
import type { HistoryFile } from './history-file.ts';
import type { HistoryKind } from './history-item.ts';

/** The leases of imports of history. */
export const historyLeases = makeImportLeases('history_imports', 'refused_history_rows');

/** Records the next rows of a file, for a few seconds; queues itself when more are left. */
export const historyJob = defineJob<ImportKey>('import_history');
/** Takes back the next records of an import, for a few seconds; queues itself when more are left. */
export const historyUndoJob = defineJob<ImportKey>('undo_history');

const keyOf = (kind: string, { organization_id, import_pk }: ImportKey) =>
  `${kind} ${organization_id} ${import_pk}`;

/** Queues the job of an import; jobs of the same import that haven't started are merged. */
export const queueHistory = (tx: Tx, payload: ImportKey, runAt: Instant) =>
  enqueueOnce(tx, historyJob, payload, { key: keyOf('history', payload), runAt });

export const queueHistoryUndo = (tx: Tx, payload: ImportKey, runAt: Instant) =>
  enqueueOnce(tx, historyUndoJob, payload, { key: keyOf('undo history', payload), runAt });

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
  const { rows, delimiter, columns, text_bytes } = inspection;
  const written = scope.write(async (tx) => {
    await lockHistory(tx, organization_id);
    const [undoing] = await tx`
      select pk from history_imports
      where organization_id = ${organization_id} and undo_state = 'running'`;
    if (undoing) throw busy;
    if (!(await takeUpload(tx, upload, person))) {
      throw new Refusal('invalid_fields', csvMessages.upload, { csv_url: csvMessages.upload });
    }
    const [{ pk }] = await tx<[{ pk: number }]>`
      insert into history_imports ${tx.values({
        organization_id,
        person_pk: person.pk,
        file: upload,
        file_name,
        // A sheet was written as a text of its own.
        encoding: inspection.sheet === null ? inspection.encoding : 'utf-8',
        delimiter,
        columns,
        reading: tx.json(reading),
        kinds: [...kinds],
        head_bytes: rows.bytes,
        head_lines: rows.lines,
        text_bytes,
        done_bytes: rows.bytes,
        done_lines: rows.lines,
        row_count,
        beat_at: now,
        started_at: now,
      })} returning pk`;
    const after = { file: file_name, rows: row_count };
    await recordAuditEntry(tx, scope, now, { act: 'create', subject: 'history import', pk, after });
    await queueHistory(tx, { organization_id, import_pk: pk }, now);
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
  const until = (days: number) =>
    finished_at === null ? null : instant(finished_at + days * dayMs);
  const [refusedUntil, undoUntil] = [until(refusedRowsDays), until(historyUndoDays)];
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

/** An import whose refused rows may be read. */
export async function readHistoryColumns(scope: OrganizationScope, pk: number) {
  const [row] = await scope.read<{ columns: string[]; file_name: string }[]>(
    (sql) => sql`
      select columns, file_name from history_imports
      where organization_id = ${scope.organizationId} and pk = ${pk} and state <> 'running' and keeps_refused`,
  );
  return requireFound(row, 'import');
}

const rowsAtOnce = 2000;

/** The refused rows of an import, by line. */
export const eachRefusedHistoryRow = (scope: OrganizationScope, pk: number) =>
  eachPage<RefusedRow>(rowsAtOnce, (last) =>
    scope.read(
      (sql) => sql<RefusedRow[]>`
        select line, reason, cells from refused_history_rows
        where organization_id = ${scope.organizationId} and import_pk = ${pk}
          and line > ${last?.line ?? 0}
        order by line limit ${sql.literal(rowsAtOnce)}`,
    ),
  );

interface UndoRow {
  state: HistoryImport['state'];
  undo_state: ImportRow['undo_state'];
  finished_at: Instant | null;
  file_name: string;
}

function refuseUndo({ state, undo_state, finished_at }: UndoRow, now: Instant): void {
  const refuse = (message: string): never => {
    throw new Refusal('conflict', message);
  };
  if (state === 'running' || finished_at === null) return refuse(historyMessages.undoRunning);
  if (undo_state === 'running' || undo_state === 'done') return refuse(historyMessages.undone);
  if (undo_state === 'expired' || finished_at + historyUndoDays * dayMs <= now) {
    refuse(historyMessages.undoExpired);
  }
}

/** Starts to undo an import, in one transaction with its audit entry and its job. */
export function startHistoryUndo(
  scope: OrganizationScope,
  pk: number,
  now: Instant,
): Promise<void> {
  const { organizationId: organization_id, person } = scope;
  return scope.write(async (tx) => {
    await lockHistory(tx, organization_id);
    const [row] = await tx<UndoRow[]>`
      select state, undo_state, finished_at, file_name from history_imports
      where organization_id = ${organization_id} and pk = ${pk} for update`;
    const found = requireFound(row, 'import');
    refuseUndo(found, now);
    const [running] = await tx`
      select pk from history_imports where organization_id = ${organization_id} and state = 'running'`;
    if (running) throw busy;
    await tx`
      update history_imports set undo_state = 'running', undo_started_at = ${now}, undo_person_pk = ${person.pk}
      where organization_id = ${organization_id} and pk = ${pk}`;
    const before = { file: found.file_name };
    await recordAuditEntry(tx, scope, now, {
      act: 'remove',
      subject: 'history import',
      pk,
      before,
    });
    await queueHistoryUndo(tx, { organization_id, import_pk: pk }, now);
  });
}
