import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { UndoneVisitors } from '../../../records/operations/visitor-import-changes.ts';
import { beginUndo } from '../files/public.ts';
import { visitorFiles } from './visitor-files.ts';

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
        and coalesce(i.finished_at, i.beat_at) > ${now - visitorFiles.undo.ms}
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

/** Starts to undo an import; returns how many visitors it has. */
export function startUndo(scope: SpotScope, pk: number, now: Instant): Promise<number> {
  const { organizationId: organization } = scope;
  return scope.write(async (tx) => {
    await beginUndo(tx, scope, visitorFiles, pk, now);
    const [started] = await tx<[{ undo_total: number }]>`
      update visitor_imports set undo_total = (
        select count(*) from visitor_import_changes
        where organization_id = ${organization} and import_pk = ${pk})
      where organization_id = ${organization} and pk = ${pk} returning undo_total`;
    return started.undo_total;
  });
}
