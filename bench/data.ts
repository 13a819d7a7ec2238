// npm run bench:data: makes a data set of many rentals, and checks that its rollups agree with its ledger.
import { parseArgs } from 'node:util';
import { fillData } from './dataset/fill.ts';
import { databaseOf, openPlace, say, sizes } from './place.ts';

const { values } = parseArgs({ options: { rentals: { type: 'string' } } });
const rentals = Number(values.rentals ?? sizes.large);
if (!Number.isSafeInteger(rentals) || rentals < 10_000) {
  say('Usage: npm run bench:data -- [--rentals 1000000], at least 10000');
  process.exit(1);
}

const place = await openPlace();
try {
  const agrees = await fillData(place, { database: databaseOf(rentals), rentals });
  process.exitCode = agrees ? 0 : 1;
} finally {
  await place.stop();
}
