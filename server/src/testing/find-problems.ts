import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Detector, Problem } from '../features/platform/alerts/problem.ts';
import type { Sql } from '../kernel/data/database.ts';

/** What detectors find at a time in one organization. */
export async function findProblems(
  sql: Sql,
  detectors: readonly Detector[],
  { organization, now }: { organization: { pk: number }; now: Instant },
): Promise<Problem[]> {
  const found = await Promise.all(detectors.map((one) => one.findProblems(sql, now)));
  return found.flat().filter((problem) => problem.organization_id === organization.pk);
}
