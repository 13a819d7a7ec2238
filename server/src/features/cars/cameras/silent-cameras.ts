import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Sql } from '../../../kernel/data/database.ts';
import { readCameras } from './cameras.queries.ts';

/** Computing usual reads takes lookups of many hours, and the result hardly changes within minutes. */
const keptMs = 5 * minuteMs;

/**
 * Counts the cameras of all organizations that are silent compared to their usual activity, as their pages show them.
 */
async function countSilent(sql: Sql, now: Instant): Promise<number> {
  const organizations = await sql<{ organization_id: number }[]>`
    select distinct organization_id from cameras order by organization_id`;
  let count = 0;
  for (const { organization_id: organizationId } of organizations) {
    const scope = { organizationId, read: <Row>(query: (given: Sql) => Row) => query(sql) };
    const cameras = await readCameras(scope, now);
    count += cameras.filter(({ status }) => status === 'silent').length;
  }
  return count;
}

/** A cached count of silent cameras, recomputed after five minutes. */
export function openSilentCameraCount(sql: Sql): (now: Instant) => Promise<number> {
  let last: { at: Instant; count: Promise<number> } | undefined;
  return (now) => {
    if (last && now - last.at < keptMs) return last.count;
    const count = countSilent(sql, now);
    last = { at: now, count };
    count.catch(() => {
      last = undefined;
    });
    return count;
  };
}
