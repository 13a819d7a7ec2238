// npm run bench:data: creates a data set of many rentals, and checks that its rollups agree with its ledger.
import { parseArgs } from 'node:util';
import { fillData } from './dataset/fill.ts';
import { databaseName, long, openCluster, print, sizes, usualYears } from './place.ts';

const { values } = parseArgs({
  options: { rentals: { type: 'string' }, years: { type: 'string' } },
});
const rentals = Number(values.rentals ?? sizes.large);
const years = Number(values.years ?? usualYears);
if (
  !(Number.isSafeInteger(rentals) && rentals >= 10_000 && [usualYears, long.years].includes(years))
) {
  print(
    `Usage: npm run bench:data -- [--rentals 1000000] [--years ${long.years}], at least 10000 rentals, ${usualYears} years or ${long.years}`,
  );
  process.exit(1);
}

const cluster = await openCluster();
try {
  const agrees = await fillData(cluster, {
    database: databaseName(rentals, years),
    rentals,
    years,
  });
  process.exitCode = agrees ? 0 : 1;
} finally {
  await cluster.stop();
}
