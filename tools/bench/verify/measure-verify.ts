import { migrate } from '../../../server/src/kernel/data/migrations.ts';
import { compareRollups } from '../../../server/src/records/money/ledger.ts';
import { atEnd } from '../../../server/src/testing/at-end.ts';
import type { Cluster } from '../place.ts';
import { openApp } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';

/** How long `npm run ledger:verify` takes for a data set, and that it finds nothing. */
export async function* measureVerify(cluster: Cluster, database: string): AsyncGenerator<Figure> {
  const app = openApp(cluster.url(database));
  atEnd(() => app.close());
  await migrate(app);
  const startedAt = performance.now();
  const comparisons = await compareRollups(app.system);
  const seconds = (performance.now() - startedAt) / 1000;
  const rentals = comparisons.find(({ source }) => source === 'rentals')?.source_rows ?? 0;
  const rows = comparisons.reduce((sum, comparison) => sum + comparison.rows, 0);
  const differences = comparisons.flatMap(({ disagreements }) => disagreements);
  const note = `${rentals} rentals and ${rows} rows of rollups in ${seconds.toFixed(1)} s`;
  const perMillion = (1_000_000 * seconds) / rentals;
  yield judged('a million rentals', perMillion, { most: 6, unit: ' s', digits: 1 }, note);
  yield judged('differences', differences.length, { most: 0, digits: 0 });
}
