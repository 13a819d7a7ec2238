import type { RecentImport, Undo } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { undoableUntil } from '../files/public.ts';
import type { RecentImportRow } from './undo.queries.ts';
import { visitorFiles } from './visitor-files.ts';

function toUndo(row: RecentImportRow): Undo | null {
  const { undo_state: state, undo_started_at } = row;
  if ((state !== 'running' && state !== 'done') || undo_started_at === null) return null;
  return {
    state,
    person: row.undo_person ?? '',
    started_at: toIso(undo_started_at),
    total: row.undo_total,
    removed: row.undo_removed,
    restored: row.undo_restored,
    kept: row.undo_kept,
  };
}

/** A recent upload on the wire, as of a given time. */
export function toRecentImport(row: RecentImportRow, now: Instant): RecentImport {
  const { pk, state, file, encoding, code, person, added, updated, refused, finished_at } = row;
  const until = finished_at === null ? null : undoableUntil(visitorFiles, finished_at);
  const canUndo = row.undo_state === 'available' && until !== null && until > now;
  return {
    pk,
    state,
    file,
    encoding,
    code,
    person,
    added,
    updated,
    refused,
    started_at: toIso(row.started_at),
    finished_at: finished_at === null ? null : toIso(finished_at),
    undo_until: canUndo ? toIso(until) : null,
    undo: toUndo(row),
  };
}
