import { dataFolder, runToEnd } from './processes.ts';
import { record, rental } from './rentals.factory.ts';
import { makeSpot } from './spots.factory.ts';
import { testDatabase } from './test-database.ts';

/** A database with two rentals of $10 and $5, and the programs that work on it. */
export async function makeCommands() {
  const database = await testDatabase();
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataFolder() };
  const spot = await makeSpot(database.system);
  await record(database.system, spot, [
    rental(spot, '2026-06-15T19:00:00Z', 1000),
    rental(spot, '2026-06-15T20:00:00Z', 500),
  ]);
  const runLedger = (...args: string[]) => runToEnd('commands/ledger.ts', settings, args);
  const runAdmin = (...args: string[]) => runToEnd('commands/admin.ts', settings, args);
  return { database, settings, runLedger, runAdmin };
}
