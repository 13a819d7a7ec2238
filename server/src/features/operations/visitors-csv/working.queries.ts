import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { ColumnChoice, Encoding } from '@lotkeeper/contract/operations/visitors-csv';
import { refusedRowsDays } from '@lotkeeper/contract/operations/visitors-csv';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import type { VisitorGrant } from '../../../records/visitors.ts';
import type { CsvForm } from './csv-records.ts';
import type { ImportKey, RefusedRow } from './imports.queries.ts';

/** What a worker needs to know about an import that it has claimed. */
export interface ClaimedImport extends CsvForm {
  spot_pk: number;
  file: string;
  encoding: Encoding;
  columns: string[];
  /** null = an earlier release started the import. */
  fields: ColumnChoice[] | null;
  head_bytes: number;
  done_bytes: number;
  done_lines: number;
  tries: number;
  started_at: Instant;
  grant: VisitorGrant;
}

/** A worker that misses its heartbeat this long loses the import. */
const leaseMs = 5000;

interface GrantColumns {
  code_pk: number;
  grant_kind: VisitorGrant['kind'];
  grant_ends_at: Instant | null;
}

/** Claims an import for the worker; null when another one holds it, or when it's done. */
export async function claimImport(
  sql: Sql,
  { organization_id, import_pk }: ImportKey,
  worker: string,
  now: Instant,
): Promise<ClaimedImport | null> {
  const [row] = await sql<(Omit<ClaimedImport, 'grant'> & GrantColumns)[]>`
    update visitor_imports set worker = ${worker}, beat_at = ${now}, tries = tries + 1
    where organization_id = ${organization_id} and pk = ${import_pk} and state = 'running'
      and (worker is null or beat_at <= ${now - leaseMs})
    returning spot_pk, file, encoding, columns, fields, delimiter, head_bytes, done_bytes, done_lines, tries,
      started_at, code_pk, grant_kind, grant_ends_at`;
  if (!row) return null;
  const { code_pk, grant_kind: kind, grant_ends_at: ends_at, ...claimed } = row;
  return { ...claimed, grant: { code_pk, kind, ends_at } };
}

/** Locks an import for the worker that holds it; false when another one has taken over. */
export async function holdImport(
  tx: Tx,
  { organization_id, import_pk }: ImportKey,
  worker: string,
): Promise<boolean> {
  const [row] = await tx`
    select pk from visitor_imports
    where organization_id = ${organization_id} and pk = ${import_pk} and state = 'running'
      and worker = ${worker} for update`;
  return row !== undefined;
}

/** How far an import has come with some rows. */
export interface Step {
  to: { bytes: number; lines: number };
  added: number;
  updated: number;
  refused: readonly RefusedRow[];
}

/** Stores an import's progress, in the transaction that recorded the rows. */
export async function writeStep(
  tx: Tx,
  { organization_id, import_pk }: ImportKey,
  { to, added, updated, refused }: Step,
  now: Instant,
): Promise<void> {
  const rows = JSON.stringify(refused.map((row) => ({ organization_id, import_pk, ...row })));
  if (refused.length > 0) {
    await tx`
      insert into refused_visitor_rows (organization_id, import_pk, line, reason, cells)
      select organization_id, import_pk, line, reason, cells
      from json_populate_recordset(null::refused_visitor_rows, ${rows}::text::json) order by line
      on conflict do nothing`;
  }
  await tx`
    update visitor_imports set done_bytes = ${to.bytes}, done_lines = ${to.lines}, beat_at = ${now},
      tries = 0, added = added + ${added}, updated = updated + ${updated},
      refused = refused + ${refused.length}
    where organization_id = ${organization_id} and pk = ${import_pk}`;
}

/** Ends an import, successfully or not. Its file is removed next. */
export async function finishImport(
  sql: Sql,
  { organization_id, import_pk }: ImportKey,
  state: 'done' | 'failed',
  now: Instant,
): Promise<void> {
  await sql`
    update visitor_imports set state = ${state}, finished_at = ${now}, worker = null
    where organization_id = ${organization_id} and pk = ${import_pk} and state = 'running'`;
}

/** Releases an import, for the next job to continue. */
export async function releaseImport(
  tx: Tx,
  { organization_id, import_pk }: ImportKey,
): Promise<void> {
  await tx`
    update visitor_imports set worker = null
    where organization_id = ${organization_id} and pk = ${import_pk}`;
}

/** Imports that aren't done, with the time after which no worker may hold them. */
export const listUnfinished = (sql: Sql) => sql<(ImportKey & { free_at: Instant })[]>`
  select organization_id, pk as import_pk,
    beat_at + ${leaseMs} * interval '1 millisecond' as free_at
  from visitor_imports where state = 'running' order by beat_at limit 1000`;

/** Files of imports that are over. */
export const listLeftFiles = (sql: Sql) => sql<(ImportKey & { file: string })[]>`
  select organization_id, pk as import_pk, file from visitor_imports
  where file is not null and state <> 'running' limit 1000`;

/** Records that the file of an import was removed. */
export async function forgetFile(sql: Sql, { organization_id, import_pk }: ImportKey) {
  await sql`
    update visitor_imports set file = null
    where organization_id = ${organization_id} and pk = ${import_pk}`;
}

/** Removes the refused rows of imports that ended long enough ago. */
export async function removeOldRefusedRows(sql: Sql, now: Instant): Promise<void> {
  await sql`
    with old as (
      update visitor_imports set keeps_refused = false
      where keeps_refused and finished_at <= ${now - refusedRowsDays * dayMs}
      returning organization_id, pk
    )
    delete from refused_visitor_rows r using old
    where r.organization_id = old.organization_id and r.import_pk = old.pk`;
}
