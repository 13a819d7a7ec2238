import type { Database } from '../kernel/data/database.ts';

const thresholds = [500, 3_000, 12_000, 60_000];

/**
 * Shows the planner how large the tables have become as they grow. Plans made while they were empty read
 * them from end to end at every foreign key, ten times as slow.
 */
export class Statistics {
  #database: Database;
  #written = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(rentals: number): Promise<void> {
    const before = this.#written;
    this.#written += rentals;
    if (!thresholds.some((threshold) => before < threshold && this.#written >= threshold)) return;
    await this.#database
      .system`analyze cars, rentals, ledger_entries, visits, images, revenue_hours`;
  }
}
