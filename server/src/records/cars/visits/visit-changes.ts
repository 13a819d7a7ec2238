import type { Statement } from '../../../kernel/data/database.ts';
import type { Recorder } from '../../recorder.ts';

/**
 * Notes that visits were changed or removed, in the same transaction, so that their new form gets into the next seal.
 * All are noted, sealed or not: a seal in progress may have read the old form of a visit that isn't in any seal yet.
 */
export async function noteVisitChanges(recorder: Recorder, pks: readonly number[]): Promise<void> {
  if (pks.length > 0) await insertVisitChanges(recorder, pks);
}

/** The statement of `noteVisitChanges` for at least one visit. */
export const insertVisitChanges = (
  { tx, organizationId }: Recorder,
  pks: readonly number[],
): Statement<unknown> => tx`
    insert into visit_changes (organization_id, visit_pk)
    select ${organizationId}, visit_pk from unnest(${pks}::bigint[]) visit_pk
    on conflict do nothing`;
