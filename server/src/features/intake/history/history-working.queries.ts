import { historyUndoDays } from '@lotkeeper/contract/intake/history';
import type { Encoding } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import type { ImportKey, RefusedRow } from '../files/public.ts';
import { leaseMs } from '../files/public.ts';
import type { CompleteReading } from './history-file.ts';
import { historyLeases } from './history-imports.queries.ts';
import type { HistoryKind } from './history-item.ts';

/** What a worker needs to know about an import that it has claimed. */
export interface ClaimedHistory {
  file: string;
  encoding: Encoding;
  delimiter: string;
  columns: string[];
  reading: CompleteReading;
  kinds: HistoryKind[];
  pass: number;
  head_bytes: number;
  head_lines: number;
  done_bytes: number;
  done_lines: number;
  tries: number;
  started_at: Instant;
  has_undone: boolean;
}

/** Claims an import for the worker; null when another one holds it, or when it's done. */
export async function claimHistory(
  sql: Sql,
  { organization_id, import_pk }: ImportKey,
  worker: string,
  now: Instant,
): Promise<ClaimedHistory | null> {
  const [row] = await sql<ClaimedHistory[]>`
    update history_imports set worker = ${worker}, beat_at = ${now}, tries = tries + 1
    where organization_id = ${organization_id} and pk = ${import_pk} and state = 'running'
      and (worker is null or beat_at <= ${now - leaseMs})
    returning file, encoding, delimiter, columns, reading, kinds, pass, head_bytes, head_lines, done_bytes,
      done_lines, tries, started_at, exists (
        select from history_imports u where u.organization_id = ${organization_id}
          and u.undo_state in ('running', 'done')) as has_undone`;
  return row ?? null;
}

/** How far an import has come with some rows. */
export interface HistoryStep {
  to: { bytes: number; lines: number };
  recorded: number;
  unchanged: number;
  refused: readonly RefusedRow[];
  gross: number;
  refunds: number;
  first_day: LocalDate | null;
  last_day: LocalDate | null;
  records: readonly { kind: 'entry' | 'rental'; record_pk: number }[];
}

/** Stores an import's progress, in the transaction that recorded the rows. */
export async function writeHistoryStep(
  tx: Tx,
  importKey: ImportKey,
  step: HistoryStep,
  now: Instant,
): Promise<void> {
  const { organization_id, import_pk } = importKey;
  const { to, refused, records } = step;
  await historyLeases.keepRefused(tx, importKey, refused);
  if (records.length > 0) {
    await tx`
      insert into history_records (organization_id, import_pk, kind, record_pk)
      select ${organization_id}, ${import_pk}, kind, record_pk
      from json_populate_recordset(null::history_records, ${JSON.stringify(records)}::text::json)
      order by kind, record_pk`;
  }
  await tx`
    update history_imports set done_bytes = ${to.bytes}, done_lines = ${to.lines}, beat_at = ${now}, tries = 0,
      recorded = recorded + ${step.recorded}, unchanged = unchanged + ${step.unchanged},
      refused = refused + ${refused.length}, gross = gross + ${step.gross}, refunds = refunds + ${step.refunds},
      first_day = least(first_day, ${step.first_day}::date), last_day = greatest(last_day, ${step.last_day}::date)
    where organization_id = ${organization_id} and pk = ${import_pk}`;
}

/** Continues with the next kind of rows, from the first row. */
export const startNextPass = (tx: Tx, { organization_id, import_pk }: ImportKey) => tx`
  update history_imports set pass = pass + 1, done_bytes = head_bytes, done_lines = head_lines, worker = null
  where organization_id = ${organization_id} and pk = ${import_pk}`;

/** Locks an import that is being undone; false when it isn't. */
export async function lockHistoryUndo(tx: Tx, { organization_id, import_pk }: ImportKey) {
  const [row] = await tx`
    select pk from history_imports
    where organization_id = ${organization_id} and pk = ${import_pk} and undo_state = 'running'
    for update`;
  return row !== undefined;
}

/**
 * Takes the next records of an import: entries that came later first, as they belong to the rentals. They are deleted
 * by their keys, since a join of rows without statistics may be planned as nested loops.
 */
export async function takeRecords(
  tx: Tx,
  { organization_id, import_pk }: ImportKey,
  most: number,
): Promise<{ kind: 'entry' | 'rental'; record_pk: number }[]> {
  const ofImport = tx`organization_id = ${organization_id} and import_pk = ${import_pk}`;
  const records = await tx<{ kind: 'entry' | 'rental'; record_pk: number }[]>`
    select kind, record_pk from history_records where ${ofImport}
    order by kind, record_pk limit ${tx.literal(most)}`;
  for (const kind of ['entry', 'rental'] as const) {
    const pks = records.filter((record) => record.kind === kind).map(({ record_pk }) => record_pk);
    if (pks.length === 0) continue;
    await tx`
      delete from history_records
      where ${ofImport} and kind = ${kind} and record_pk = any (${pks}::bigint[])`;
  }
  return records;
}

export const countHistoryUndone = (
  tx: Tx,
  { organization_id, import_pk }: ImportKey,
  counts: { undone: number; kept: number },
) => tx`
  update history_imports set undone = undone + ${counts.undone}, undo_kept = undo_kept + ${counts.kept}
  where organization_id = ${organization_id} and pk = ${import_pk}`;

export const finishHistoryUndo = (
  tx: Tx,
  { organization_id, import_pk }: ImportKey,
  now: Instant,
) => tx`
  update history_imports set undo_state = 'done', undo_finished_at = ${now}
  where organization_id = ${organization_id} and pk = ${import_pk}`;

/** Imports whose undo isn't finished. */
export const listUnfinishedHistoryUndos = (sql: Sql) => sql<ImportKey[]>`
  select organization_id, pk as import_pk from history_imports
  where undo_state = 'running' order by undo_started_at limit 1000`;

/** Forgets what imports recorded that can't be undone any more. */
export async function removeOldRecords(sql: Sql, now: Instant): Promise<void> {
  await sql`
    with old as (
      update history_imports set undo_state = 'expired'
      where undo_state = 'available' and finished_at <= ${now - historyUndoDays * dayMs}
      returning organization_id, pk
    )
    delete from history_records h using old
    where h.organization_id = old.organization_id and h.import_pk = old.pk`;
}
