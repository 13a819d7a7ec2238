import { addMonths, instant, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { scopeMaker } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../kernel/data/database.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import { countStays, listStale } from './stays.queries.ts';

/** Months that are counted: this one, and a year before. */
const countedMonths = 13;
/** How old a count of this month and the last may be. */
const maxAgeMs = 20 * hourMs;
/** Properties and months per run: each takes about 20 ms. */
const countsPerRun = 2000;

/** Every hour: counts the stays of months that weren't counted, or long ago. */
const stayCount = defineJob('count_month_stays', { every: hourMs });

/** Counts how visits and first charges of the last months belong together. */
export function makeStayCounter({ database, clock }: { database: Database; clock: Clock }) {
  const openScope = scopeMaker(database, 'jobs').job;
  return async () => {
    const now = clock();
    const first = startOfMonth(toLocalDate(now, 'UTC'));
    const months = Array.from({ length: countedMonths }, (_, index) => addMonths(first, -index));
    const stale = await listStale(database.system, {
      months,
      before: instant(now - maxAgeMs),
      limit: countsPerRun,
    });
    for (const { organization_id: organizationId, spot_pk, month } of stale) {
      await openScope(organizationId).write((tx) =>
        countStays(tx, [spot_pk], { organizationId, month, now }),
      );
    }
  };
}

export const closeJobs = [handleJob(stayCount, makeStayCounter)];
