// npm run bench: measures what a page costs, prints it next to its targets, and saves it in
// tools/bench/results.json.
import { parseArgs } from 'node:util';
import { clearAway } from '../../server/src/testing/at-end.ts';
import { measureAlerts } from './alerts/measure-alerts.ts';
import { measureCost } from './cost/measure-cost.ts';
import { measureCsv } from './csv/measure-csv.ts';
import { measureIngest } from './ingest/measure-ingest.ts';
import { startBrowsing } from './pages/browsing.ts';
import { measureBytes } from './pages/measure-bytes.ts';
import { measureLook } from './pages/measure-look.ts';
import { measureReturns } from './pages/measure-returns.ts';
import { measureSlow } from './pages/measure-slow.ts';
import type { Cluster, Size } from './place.ts';
import { databaseName, openCluster, print, sizes } from './place.ts';
import { measureGrowth, measureReads } from './reads/measure-reads.ts';
import { reads } from './reads/reads.ts';
import { saveResults } from './results.ts';
import { measureScale } from './scale/measure-scale.ts';
import type { Figure } from './table.ts';
import { formatTable } from './table.ts';
import { measureTruth } from './truth/measure-truth.ts';
import { measureVerify } from './verify/measure-verify.ts';
import { measureWorld } from './world/measure-world.ts';

interface Options {
  seconds: number;
  /** The database of the data set. */
  data: string;
  /** Measures only reads and calls whose name contains this. */
  read: string;
  /** Of the truth: days and seeds to play, and whether to print each car without its true outcome. */
  truth: { days: number; seeds: number; isListed: boolean };
}

/** Yields figures as they are measured. */
type Measure = (cluster: Cluster, options: Options) => AsyncGenerator<Figure>;

const small = databaseName(sizes.small);
const measures = {
  reads: (cluster, { data, seconds, read }) =>
    measureReads(cluster, data, {
      seconds,
      chosen: reads.filter(({ name }) => name.includes(read)),
    }),
  growth: (cluster) => measureGrowth(cluster),
  ingest: (cluster, { seconds }) => measureIngest(cluster, seconds),
  cost: (cluster, { read }) => measureCost(cluster, read),
  scale: (cluster, { seconds }) => measureScale(cluster, seconds),
  csv: (cluster) => measureCsv(cluster),
  world: (cluster) => measureWorld(cluster),
  alerts: (cluster) => measureAlerts(cluster),
  truth: (cluster, { truth }) => measureTruth(cluster, truth),
  verify: (cluster, { data }) => measureVerify(cluster, data),
  bytes: (cluster) => measureBytes(cluster, small),
  returns: (cluster) => measureReturns(cluster, small),
  look: (cluster) => measureLook(cluster, small),
  slow: (cluster) => measureSlow(startBrowsing(cluster, small)),
} satisfies Record<string, Measure>;
type Part = keyof typeof measures;
const partNames = Object.keys(measures) as Part[];

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: partNames.join(',') },
    data: { type: 'string', default: 'large' },
    seconds: { type: 'string', default: '5' },
    read: { type: 'string', default: '' },
    days: { type: 'string', default: '8' },
    seeds: { type: 'string', default: '10' },
    list: { type: 'boolean', default: false },
  },
});
const chosen = values.only.split(',') as Part[];
const size = values.data as Size;
const seconds = Number(values.seconds);
const truth = { days: Number(values.days), seeds: Number(values.seeds), isListed: values.list };
if (
  chosen.some((part) => !partNames.includes(part)) ||
  !(size in sizes) ||
  !(seconds > 0 && truth.days > 0 && truth.seeds > 0)
) {
  print(
    `Usage: npm run bench -- [--only ${partNames.join(',')}] [--data small|large] [--seconds 5] [--read reports] [--days 8] [--seeds 10] [--list]`,
  );
  process.exit(1);
}

const cluster = await openCluster();
try {
  const figures: Partial<Record<Part, Figure[]>> = {};
  for (const part of chosen) {
    print(`${part} …`);
    const measured: Figure[] = [];
    const measure: Measure = measures[part];
    const options = { seconds, data: databaseName(sizes[size]), read: values.read, truth };
    for await (const figure of measure(cluster, options)) {
      print(`  ${figure.label}: ${figure.figure}${figure.note ? ` (${figure.note})` : ''}`);
      measured.push(figure);
    }
    figures[part] = measured;
    await clearAway();
  }
  for (const part of chosen) print(`\n${part}\n${formatTable(figures[part] ?? [])}`);
  if (!values.read && truth.days === 8 && truth.seeds === 10)
    await saveResults(cluster, figures, size);
  const missed = Object.values(figures)
    .flat()
    .filter((figure) => figure.met === false);
  print(
    `\n${missed.length === 0 ? 'Every target is met.' : `${missed.length} targets are missed.`}`,
  );
} finally {
  await clearAway().finally(() => cluster.stop());
}
