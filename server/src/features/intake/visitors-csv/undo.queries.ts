import { csvMessages, undoHours } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { defineJob, enqueueOnce } from '../../../kernel/data/jobs.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import type {
  RecordingImport,
  UndoneVisitors,
} from '../../../records/operations/visitor-import-changes.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import type { ImportKey } from '../files/public.ts';

const undoMs = undoHours * hourMs;

/** The deadline for undoing an import, by its end. */
export const undoableUntil = (finished: Instant) => instant(finished + undoMs);

/** What the list of recent uploads shows for each. */
export interface RecentImportRow {
  pk: number;
  state: 'running' | 'done' | 'failed';
  file: string;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  code: string;
  person: string;
  added: number;
  updated: number;
  refused: number;
  started_at: Instant;
  finished_at: Instant | null;
  undo_state: 'available' | 'running' | 'done' | 'expired';
  undo_person: string | null;
  undo_started_at: Instant | null;
  undo_total: number;
  undo_removed: number;
  undo_restored: number;
  undo_kept: number;
}

/** The property's imports that started or ended in the last 24 hours, newest first. */
export const listRecentImportRows = (scope: SpotScope, now: Instant) =>
  scope.read<RecentImportRow[]>(
    (sql) => sql`
      select i.pk, i.state, i.file_name as file, i.encoding, c.code, i.added, i.updated, i.refused,
        i.started_at, i.finished_at, i.undo_state, i.undo_started_at, i.undo_total, i.undo_removed,
        i.undo_restored, i.undo_kept, p.first_name || ' ' || p.last_name as person,
        u.first_name || ' ' || u.last_name as undo_person
      from visitor_imports i
      join visitor_codes c on c.organization_id = i.organization_id and c.pk = i.code_pk
      join people p on p.pk = i.person_pk
      left join people u on u.pk = i.undo_person_pk
      where i.organization_id = ${scope.organizationId} and i.spot_pk = ${scope.spotPk}
        and coalesce(i.finished_at, i.beat_at) > ${now - undoMs}
      order by i.pk desc limit 100`,
  );

/**
 * What undoing an import would do now. A set operation, because right after an import its rows have no statistics, and
 * a join of them may be planned as nested loops.
 */
export async function previewUndo(scope: SpotScope, pk: number): Promise<UndoneVisitors> {
  const { organizationId, spotPk } = scope;
  const [row] = await scope.read<{ total: number; removed: number; restored: number }[]>(
    (sql) => sql`
      with changes as materialized (
        select visitor_pk, kind from visitor_import_changes
        where organization_id = ${organizationId} and import_pk = ${pk}
      ), unchanged as materialized (
        select pk from visitors
        where organization_id = ${organizationId} and spot_pk = ${spotPk} and deleted_at is null
          and updated_at = (select started_at from visitor_imports
            where organization_id = ${organizationId} and spot_pk = ${spotPk} and pk = ${pk})
      )
      select (select count(*)::int from changes) as total,
        (select count(*)::int from (select visitor_pk from changes where kind = 'added'
          intersect select pk from unchanged) r) as removed,
        (select count(*)::int from (select visitor_pk from changes where kind = 'updated'
          intersect select pk from unchanged) r) as restored`,
  );
  const { total, removed, restored } = row ?? { total: 0, removed: 0, restored: 0 };
  return { removed, restored, kept: total - removed - restored };
}

/** Undoes the next visitors of an import, for a few seconds; queues itself when more are left. */
export const undoJob = defineJob<ImportKey>('undo_import');

/** Queues the job of an undo; jobs of the same import that haven't started are merged. */
export const queueUndo = (tx: Tx, payload: ImportKey, runAt: Instant) => {
  const key = `undo import ${payload.organization_id} ${payload.import_pk}`;
  return enqueueOnce(tx, undoJob, payload, { key, runAt });
};

interface UndoState {
  state: RecentImportRow['state'];
  undo_state: RecentImportRow['undo_state'];
  finished_at: Instant | null;
  file_name: string;
}

function refuseUndo({ state, undo_state, finished_at }: UndoState, now: Instant): void {
  if (state === 'running' || finished_at === null) {
    throw new Refusal('conflict', csvMessages.undoRunning);
  }
  if (undo_state === 'running' || undo_state === 'done') {
    throw new Refusal('conflict', csvMessages.undoneAlready);
  }
  if (undo_state === 'expired' || undoableUntil(finished_at) <= now) {
    throw new Refusal('conflict', csvMessages.undoExpired);
  }
}

/** Starts to undo an import, in one transaction with its audit entry and its job; returns how many visitors it has. */
export function startUndo(scope: SpotScope, pk: number, now: Instant): Promise<number> {
  const { organizationId: organization, person } = scope;
  return scope.write(async (tx) => {
    const [row] = await tx<UndoState[]>`
      select state, undo_state, finished_at, file_name from visitor_imports
      where organization_id = ${organization} and spot_pk = ${scope.spotPk} and pk = ${pk}
      for update`;
    const found = requireFound(row, 'upload');
    refuseUndo(found, now);
    const [started] = await tx<[{ undo_total: number }]>`
      update visitor_imports set undo_state = 'running', undo_started_at = ${now},
        undo_person_pk = ${person.pk}, undo_total = (
          select count(*) from visitor_import_changes
          where organization_id = ${organization} and import_pk = ${pk})
      where organization_id = ${organization} and pk = ${pk} returning undo_total`;
    const before = { file: found.file_name };
    const entry = { act: 'remove', subject: 'visitor upload', pk, before } as const;
    await recordAuditEntry(tx, scope, now, entry);
    await queueUndo(tx, { organization_id: organization, import_pk: pk }, now);
    return started.undo_total;
  });
}

/** Locks an import that is being undone; null when it isn't. */
export async function lockUndo(
  tx: Tx,
  { organization_id, import_pk }: ImportKey,
): Promise<(RecordingImport & { code_pk: number }) | null> {
  const [row] = await tx<(RecordingImport & { code_pk: number })[]>`
    select pk, spot_pk, started_at, code_pk from visitor_imports
    where organization_id = ${organization_id} and pk = ${import_pk} and undo_state = 'running'
    for update`;
  return row ?? null;
}

/** Adds what was undone to the import's counts, in the transaction that undid it. */
export const countUndone = (
  tx: Tx,
  { organization_id, import_pk }: ImportKey,
  { removed, restored, kept: unchanged }: UndoneVisitors,
) => tx`
  update visitor_imports set undo_removed = undo_removed + ${removed},
    undo_restored = undo_restored + ${restored}, undo_kept = undo_kept + ${unchanged}
  where organization_id = ${organization_id} and pk = ${import_pk}`;

/** Marks an import as undone. */
export const finishUndo = (tx: Tx, { organization_id, import_pk }: ImportKey, now: Instant) => tx`
  update visitor_imports set undo_state = 'done', undo_finished_at = ${now}
  where organization_id = ${organization_id} and pk = ${import_pk}`;

/** Imports whose undo isn't finished. */
export const listUnfinishedUndos = (sql: Sql) => sql<ImportKey[]>`
  select organization_id, pk as import_pk from visitor_imports
  where undo_state = 'running' order by undo_started_at limit 1000`;

/** Deletes the previous values of imports that can't be undone anymore. */
export async function removeOldChanges(sql: Sql, now: Instant): Promise<void> {
  await sql`
    with old as (
      update visitor_imports set undo_state = 'expired'
      where undo_state = 'available' and finished_at <= ${now - undoMs}
      returning organization_id, pk
    )
    delete from visitor_import_changes c using old
    where c.organization_id = old.organization_id and c.import_pk = old.pk`;
}
