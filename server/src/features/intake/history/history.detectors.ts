import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Detector, OpenDetectors } from '../../platform/alerts/public.ts';

/** How long an import that failed is a problem. */
const importMs = 7 * dayMs;

/** Imports of history that failed, until a later one is done. */
const importFailed: Detector = {
  kinds: ['import_failed'],
  async findProblems(sql, now) {
    const rows = await sql<
      { organization_id: number; pk: number; file_name: string; finished_at: Instant }[]
    >`
      select organization_id, pk, file_name, finished_at from history_imports f
      where state = 'failed' and finished_at > ${instant(now - importMs)} and not exists (
        select from history_imports later
        where later.organization_id = f.organization_id and later.pk > f.pk and later.state = 'done')`;
    return rows.map(({ organization_id, pk, file_name, finished_at }) => ({
      organization_id,
      spot_pk: null,
      kind: 'import_failed' as const,
      subject: `history import ${pk}`,
      since: finished_at,
      cost: null,
      facts: { what: 'history', file_name },
    }));
  },
};

export const historyDetectors: OpenDetectors = () => [importFailed];
