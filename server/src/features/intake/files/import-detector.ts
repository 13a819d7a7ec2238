import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Detector } from '../../platform/alerts/public.ts';
import type { AnyKind } from './import-kind.ts';
import { listFailed } from './imports.queries.ts';

/** How long an import that failed is a problem. */
const failedMs = 7 * dayMs;

/** Imports that failed, until a later one of the same kind is done, at the same property if they are of properties. */
export const detectFailedImports = (importKinds: readonly AnyKind[]): Detector => ({
  kinds: ['import_failed'],
  async findProblems(sql, now) {
    const failed = await Promise.all(
      importKinds.map(async (kind) => {
        const rows = await listFailed(sql, kind, instant(now - failedMs));
        return rows.map(({ organization_id, pk, spot_pk, file_name, finished_at }) => ({
          organization_id,
          spot_pk,
          kind: 'import_failed' as const,
          subject: `${kind.alert.subject} ${pk}`,
          since: finished_at,
          cost: null,
          facts: { what: kind.alert.what, file_name },
        }));
      }),
    );
    return failed.flat();
  },
});
