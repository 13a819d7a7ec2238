import type { Database } from '../kernel/data/database.ts';

const thresholds = [500, 3_000, 12_000, 60_000];

/**
 * Counts rentals, and shows the planner how large the tables have become as they grow. Plans made while they were
 * empty read them from end to end at every foreign key, ten times as slow.
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
