import type { JobScope } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { refreshEventVisitors } from '../../../records/operations/visitor-grants.ts';
import { undoNextVisitors } from '../../../records/operations/visitor-import-changes.ts';
import { openRecorder } from '../../../records/recorder.ts';
import type { ImportKey } from '../files/public.ts';
import type { undoJob } from './undo.queries.ts';
import { countUndone, finishUndo, lockUndo, queueUndo } from './undo.queries.ts';

interface Deps {
  openJobScope: (organizationId: number) => JobScope;
  clock: Clock;
  publish: Publish;
  /** Visitors that one transaction reverts. */
  undoneAtOnce?: number;
}

/** How long one job works before it yields to others; a shutdown waits no longer than that. */
const sliceMs = 3000;

/** Undoes a batch of visitors. Returns the property, and whether more are left; null when there is nothing to undo. */
function undoBatch(scope: JobScope, { clock, undoneAtOnce }: Deps, importKey: ImportKey) {
  return scope.write(async (tx) => {
    const lockedImport = await lockUndo(tx, importKey);
    if (!lockedImport) return null;
    const recorder = await openRecorder(tx, importKey.organization_id);
    const undone = await undoNextVisitors(recorder, lockedImport, clock(), undoneAtOnce);
    if (undone) {
      await countUndone(tx, importKey, undone);
    } else {
      // Events may have changed since the values were saved.
      await refreshEventVisitors(recorder, lockedImport.spot_pk, clock());
      await finishUndo(tx, importKey, clock());
    }
    return { spot_pk: lockedImport.spot_pk, isDone: undone === null };
  });
}

/**
 * Undoes an import. Each batch of visitors, the counts, and the import's remaining rows are one transaction, so that a
 * process can be killed at any point, and concurrent undos of an import are serialized.
 */
export function makeImportUndoer(deps: Deps): JobHandler<typeof undoJob> {
  const { openJobScope, clock, publish } = deps;
  return async (importKey) => {
    const scope = openJobScope(importKey.organization_id);
    const until = clock() + sliceMs;
    for (;;) {
      const batch = await undoBatch(scope, deps, importKey);
      if (!batch) return;
      const spot = { organizationId: importKey.organization_id, pk: batch.spot_pk };
      if (batch.isDone) return publish('server:newVisitor', spot);
      if (clock() < until) continue;
      publish('server:newVisitor', spot);
      await scope.write((tx) => queueUndo(tx, importKey, clock()));
      return;
    }
  };
}
