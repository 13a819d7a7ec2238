import type { Database } from '../kernel/data/database.ts';

const thresholds = [500, 3_000, 12_000, 60_000];

/**
 * Counts rentals, and updates the planner's statistics as the tables grow. Plans made while they were empty would
 * scan them at every foreign key, ten times as slow.
 */
export function openStatistics({ system }: Database) {
  let written = 0;
  return async (rentals: number): Promise<void> => {
    const before = written;
    written += rentals;
    if (!thresholds.some((threshold) => before < threshold && written >= threshold)) return;
    await system`analyze cars, rentals, ledger_entries, visits, images, revenue_hours`;
  };
}
