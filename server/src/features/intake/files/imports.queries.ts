import { refusedRowsDays } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { OrganizationScope, SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql, Tx } from '../../../kernel/data/database.ts';
import { eachPage } from '../../../kernel/data/each-page.ts';
import type { Job } from '../../../kernel/data/jobs.ts';
import { enqueueOnce } from '../../../kernel/data/jobs.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import type { TextPlace } from './csv-records.ts';
import type {
  AnyKind,
  ImportedFile,
  ImportKey,
  ImportKind,
  RefusedRow,
  UndoingImport,
} from './import-kind.ts';
import type { TableInspection } from './inspect-file.ts';

type Scope = SpotScope | OrganizationScope;

const ofImport = (sql: Sql, { organization_id, import_pk }: ImportKey) =>
  sql`organization_id = ${organization_id} and pk = ${import_pk}`;

/** Queues a job of an import; jobs of the same import that haven't started are merged. */
const queue = (tx: Tx, job: Job<ImportKey>, payload: ImportKey, runAt: Instant) => {
  const key = `${job.name} ${payload.organization_id} ${payload.import_pk}`;
  return enqueueOnce(tx, job, payload, { key, runAt });
};

export const queueImport = (tx: Tx, kind: AnyKind, importKey: ImportKey, runAt: Instant) =>
  queue(tx, kind.job, importKey, runAt);

export const queueUndo = (tx: Tx, kind: AnyKind, importKey: ImportKey, runAt: Instant) =>
  queue(tx, kind.undo.job, importKey, runAt);

/** What an import stores about its file when it starts. */
export const toImportRow = (
  { encoding, sheet, delimiter, columns, text_bytes, rows }: TableInspection<string>,
  file: { file: string; file_name: string },
  now: Instant,
) => ({
  ...file,
  // A sheet was written as a text of its own.
  encoding: sheet === null ? encoding : ('utf-8' as const),
  delimiter,
  columns,
  text_bytes,
  done_bytes: rows.bytes,
  done_lines: rows.lines,
  beat_at: now,
  started_at: now,
});

/** Begins a job on an import; null when it's over. */
export async function beginWork<Found extends ImportedFile>(
  sql: Sql,
  { imports, columns }: Pick<ImportKind<Found, never>, 'imports' | 'columns'>,
  importKey: ImportKey,
  now: Instant,
): Promise<Found | null> {
  const own = columns.map((column) => sql`, ${sql.identifier(column)}`);
  // A worker of the release before loses its lease.
  const [row] = await sql<Found[]>`
    update ${sql.identifier(imports)} set worker = null, beat_at = ${now}, tries = tries + 1
    where ${ofImport(sql, importKey)} and state = 'running'
    returning file, encoding, delimiter, columns, done_bytes, done_lines, tries, started_at ${own}`;
  return row ?? null;
}

/** A number that imports of only one kind have; null for the others. */
const ownColumn = (sql: Sql, name: 'pass' | 'spot_pk' | 'code_pk', table = 'i') =>
  sql`(to_jsonb(${sql.identifier(table)})->>${sql.unsafe(`'${name}'`)})::bigint`;

/** Locks an import that is where a job read it; false when another job has come further. */
export async function lockAt(
  tx: Tx,
  { imports }: AnyKind,
  importKey: ImportKey,
  at: { pass: number | undefined; bytes: number },
): Promise<boolean> {
  const [row] = await tx<{ done_bytes: number; pass: number | null }[]>`
    select done_bytes, ${ownColumn(tx, 'pass')} as pass from ${tx.identifier(imports)} i
    where ${ofImport(tx, importKey)} and state = 'running' for update`;
  return row?.done_bytes === at.bytes && row.pass === (at.pass ?? null);
}

/** Stores refused rows and how far an import has come, in the transaction that recorded the rows. */
export async function writeProgress(
  tx: Tx,
  { imports, refusedRows }: AnyKind,
  importKey: ImportKey,
  step: { to: TextPlace; refused: readonly RefusedRow[]; counts: Fragment },
  now: Instant,
): Promise<void> {
  const { to, refused, counts } = step;
  if (refused.length > 0) {
    const rows = JSON.stringify(refused.map((row) => ({ ...importKey, ...row })));
    await tx`
      insert into ${tx.identifier(refusedRows)} (organization_id, import_pk, line, reason, cells)
      select organization_id, import_pk, line, reason, cells
      from json_populate_recordset(null::${tx.identifier(refusedRows)}, ${rows}::text::json) order by line
      on conflict do nothing`;
  }
  await tx`
    update ${tx.identifier(imports)} set done_bytes = ${to.bytes}, done_lines = ${to.lines}, beat_at = ${now},
      tries = 0, refused = refused + ${refused.length}, ${counts}
    where ${ofImport(tx, importKey)}`;
}

/** Ends an import, successfully or not. Its file is removed next. */
export const finishImport = (
  sql: Sql,
  { imports }: AnyKind,
  importKey: ImportKey,
  state: 'done' | 'failed',
  now: Instant,
) => sql`
  update ${sql.identifier(imports)} set state = ${state}, finished_at = ${now}
  where ${ofImport(sql, importKey)} and state = 'running'`;

/** Files of imports that are over. */
export const listLeftFiles = (sql: Sql, { imports }: AnyKind) =>
  sql<(ImportKey & { file: string })[]>`
    select organization_id, pk as import_pk, file from ${sql.identifier(imports)}
    where file is not null and state <> 'running' limit 1000`;

/** The file of an import that is over; null once it's removed. */
export async function readLeftFile(sql: Sql, { imports }: AnyKind, importKey: ImportKey) {
  const [row] = await sql<{ file: string | null }[]>`
    select file from ${sql.identifier(imports)}
    where ${ofImport(sql, importKey)} and state <> 'running'`;
  return row?.file ?? null;
}

/** Records that the file of an import was removed. */
export const forgetFile = (sql: Sql, { imports }: AnyKind, importKey: ImportKey) =>
  sql`update ${sql.identifier(imports)} set file = null where ${ofImport(sql, importKey)}`;

/** Imports and undos that aren't done. */
export const listUnfinished = (sql: Sql, { imports }: AnyKind) =>
  sql<(ImportKey & { is_undo: boolean })[]>`
    select organization_id, pk as import_pk, undo_state = 'running' as is_undo
    from ${sql.identifier(imports)} where state = 'running' or undo_state = 'running' limit 1000`;

/** Removes the refused rows of imports that ended long enough ago, and what those recorded that can't be undone any more. */
export async function removeOldRows(sql: Sql, kind: AnyKind, now: Instant): Promise<void> {
  const imports = sql.identifier(kind.imports);
  await sql`
    with old as (
      update ${imports} set keeps_refused = false
      where keeps_refused and finished_at <= ${now - refusedRowsDays * dayMs}
      returning organization_id, pk
    )
    delete from ${sql.identifier(kind.refusedRows)} r using old
    where r.organization_id = old.organization_id and r.import_pk = old.pk`;
  await sql`
    with old as (
      update ${imports} set undo_state = 'expired'
      where undo_state = 'available' and finished_at <= ${now - kind.undo.ms}
      returning organization_id, pk
    )
    delete from ${sql.identifier(kind.undo.records)} r using old
    where r.organization_id = old.organization_id and r.import_pk = old.pk`;
}

/** The deadline for undoing an import, by its end. */
export const undoableUntil = ({ undo }: Pick<AnyKind, 'undo'>, finished: Instant) =>
  instant(finished + undo.ms);

/** Until when the refused rows of a file are kept that was completed at a given time. */
export const keptUntil = (finished: Instant) => instant(finished + refusedRowsDays * dayMs);

const ofScope = (sql: Sql, scope: Scope) =>
  'spotPk' in scope
    ? sql`organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}`
    : sql`organization_id = ${scope.organizationId}`;

/** The name and columns of an import whose refused rows may be read. */
export async function readRefusedFile(scope: Scope, { imports, noun }: AnyKind, pk: number) {
  const [row] = await scope.read<{ columns: string[]; file_name: string }[]>(
    (sql) => sql`
      select columns, file_name from ${sql.identifier(imports)}
      where ${ofScope(sql, scope)} and pk = ${pk} and state <> 'running' and keeps_refused`,
  );
  return requireFound(row, noun);
}

/** Refused rows per batch of the file. */
const rowsAtOnce = 2000;

/** The refused rows of an import, by line. */
export const eachRefusedRow = (scope: Scope, { refusedRows }: AnyKind, pk: number) =>
  eachPage<RefusedRow>(rowsAtOnce, (last) =>
    scope.read(
      (sql) => sql<RefusedRow[]>`
        select line, reason, cells from ${sql.identifier(refusedRows)}
        where organization_id = ${scope.organizationId} and import_pk = ${pk}
          and line > ${last?.line ?? 0}
        order by line limit ${sql.literal(rowsAtOnce)}`,
    ),
  );

interface UndoState {
  state: 'running' | 'done' | 'failed';
  undo_state: 'available' | 'running' | 'done' | 'expired';
  finished_at: Instant | null;
  file_name: string;
}

function refuseUndo({ undo }: AnyKind, found: UndoState, now: Instant): void {
  const { state, undo_state, finished_at } = found;
  const refuse = (message: string): never => {
    throw new Refusal('conflict', message);
  };
  if (state === 'running' || finished_at === null) return refuse(undo.messages.running);
  if (undo_state === 'running' || undo_state === 'done') return refuse(undo.messages.done);
  if (undo_state === 'expired' || undoableUntil({ undo }, finished_at) <= now)
    refuse(undo.messages.expired);
}

/** Starts to undo an import, in the transaction of its audit entry and its job. */
export async function beginUndo(
  tx: Tx,
  scope: Scope,
  kind: AnyKind,
  pk: number,
  now: Instant,
): Promise<void> {
  const imports = tx.identifier(kind.imports);
  const [row] = await tx<UndoState[]>`
    select state, undo_state, finished_at, file_name from ${imports}
    where ${ofScope(tx, scope)} and pk = ${pk} for update`;
  const found = requireFound(row, kind.noun);
  refuseUndo(kind, found, now);
  await tx`
    update ${imports} set undo_state = 'running', undo_started_at = ${now}, undo_person_pk = ${scope.person.pk}
    where ${ofScope(tx, scope)} and pk = ${pk}`;
  const before = { file: found.file_name };
  await recordAuditEntry(tx, scope, now, { act: 'remove', subject: kind.subject, pk, before });
  await queueUndo(tx, kind, { organization_id: scope.organizationId, import_pk: pk }, now);
}

/** Locks an import that is being undone; null when it isn't. */
export async function lockUndo(tx: Tx, { imports }: AnyKind, importKey: ImportKey) {
  const [row] = await tx<UndoingImport[]>`
    select organization_id, pk, started_at, ${ownColumn(tx, 'spot_pk')} as spot_pk,
      ${ownColumn(tx, 'code_pk')} as code_pk
    from ${tx.identifier(imports)} i
    where ${ofImport(tx, importKey)} and undo_state = 'running' for update`;
  return row ?? null;
}

/** Adds what was taken back to the import's counts, in the transaction that took it back. */
export const countUndone = (tx: Tx, { imports }: AnyKind, importKey: ImportKey, counts: Fragment) =>
  tx`update ${tx.identifier(imports)} set ${counts} where ${ofImport(tx, importKey)}`;

/** Marks an import as undone. */
export const finishUndo = (tx: Tx, { imports }: AnyKind, importKey: ImportKey, now: Instant) => tx`
  update ${tx.identifier(imports)} set undo_state = 'done', undo_finished_at = ${now}
  where ${ofImport(tx, importKey)}`;

/** The imports of all organizations that failed since a time, and weren't followed by one that is done. */
export const listFailed = (sql: Sql, { imports }: AnyKind, since: Instant) => sql<
  {
    organization_id: number;
    pk: number;
    spot_pk: number | null;
    file_name: string;
    finished_at: Instant;
  }[]
>`
  select organization_id, pk, ${ownColumn(sql, 'spot_pk')} as spot_pk, file_name, finished_at
  from ${sql.identifier(imports)} i
  where state = 'failed' and finished_at > ${since} and not exists (
    select from ${sql.identifier(imports)} later
    where later.organization_id = i.organization_id and later.pk > i.pk and later.state = 'done'
      and ${ownColumn(sql, 'spot_pk', 'later')} is not distinct from ${ownColumn(sql, 'spot_pk')})`;
