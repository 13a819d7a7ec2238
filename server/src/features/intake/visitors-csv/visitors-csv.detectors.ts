import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Detector, OpenDetectors } from '../../platform/alerts/public.ts';

/** How long an import that failed is a problem. */
const importMs = 7 * dayMs;

/** Imports of visitors that failed, until a later one of the property is done. */
const importFailed: Detector = {
  kinds: ['import_failed'],
  async findProblems(sql, now) {
    const rows = await sql<
      {
        organization_id: number;
        pk: number;
        spot_pk: number;
        file_name: string;
        finished_at: Instant;
      }[]
    >`
      select organization_id, pk, spot_pk, file_name, finished_at from visitor_imports f
      where state = 'failed' and finished_at > ${instant(now - importMs)} and not exists (
        select from visitor_imports later
        where later.organization_id = f.organization_id and later.spot_pk = f.spot_pk
          and later.pk > f.pk and later.state = 'done')`;
    return rows.map(({ organization_id, pk, spot_pk, file_name, finished_at }) => ({
      organization_id,
      spot_pk,
      kind: 'import_failed' as const,
      subject: `visitor import ${pk}`,
      since: finished_at,
      cost: null,
      facts: { what: 'visitors', file_name },
    }));
  },
};

export const visitorsCsvDetectors: OpenDetectors = () => [importFailed];
