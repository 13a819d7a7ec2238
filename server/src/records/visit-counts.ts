import { instant } from '@lotkeeper/contract/kernel/calendar';
import { defineJob, enqueueOnce } from '../kernel/data/jobs.ts';
import type { Recorder } from './recorder.ts';

/** Counts one visit again. */
export const countVisitJob = defineJob<{ organization_id: number; visit_pk: number }>(
  'count_visit',
);

/**
 * Queues counting the visits of violations again. Not at once: who settles visits locks them before their violations.
 */
export async function queueVisitCounts(
  { tx, organizationId }: Pick<Recorder, 'tx' | 'organizationId'>,
  visits: readonly (number | null)[],
): Promise<void> {
  const pks = visits.filter((pk) => pk !== null).sort((a, b) => a - b);
  // Sent in one round trip, and run in order.
  await Promise.all(
    pks.map((visit_pk) =>
      enqueueOnce(
        tx,
        countVisitJob,
        { organization_id: organizationId, visit_pk },
        { key: `count_visit:${visit_pk}`, runAt: instant(0) },
      ),
    ),
  );
}
