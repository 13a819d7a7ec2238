// npm run bench: measures what a page costs, prints it beside its targets and writes bench/results.md.
import { parseArgs } from 'node:util';

import { measureCsv } from './csv/measure-csv.ts';
import { measureIngest } from './ingest/measure-ingest.ts';
import { measureBytes } from './pages/measure-bytes.ts';
import { measureLook } from './pages/measure-look.ts';
import { measureReturns } from './pages/measure-returns.ts';
import type { Cluster, Size } from './place.ts';
import { databaseName, openCluster, print, sizes } from './place.ts';
import { measureGrowth, measureReads } from './reads/measure-reads.ts';
import { reads } from './reads/reads.ts';
import { measureRecording } from './recording/measure-recording.ts';
import { measureSealing } from './recording/measure-sealing.ts';
import { writeResults } from './results.ts';
import { measureScale } from './scale/measure-scale.ts';
import type { Figure } from './table.ts';
import { formatTable } from './table.ts';
import { measureVerify } from './verify/measure-verify.ts';
import { measureVisitors } from './visitors/measure-visitors.ts';
import { measureWorkers } from './workers/measure-workers.ts';

const partNames = [
  'reads',
  'growth',
  'workers',
  'recording',
  'sealing',
  'ingest',
  'scale',
  'visitors',
  'csv',
  'verify',
  'bytes',
  'returns',
  'look',
] as const;
type Part = (typeof partNames)[number];

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: partNames.join(',') },
    data: { type: 'string', default: 'large' },
    seconds: { type: 'string', default: '5' },
    read: { type: 'string', default: '' },
  },
});
const chosen = values.only.split(',') as Part[];
const size = values.data as Size;
const seconds = Number(values.seconds);
if (chosen.some((part) => !partNames.includes(part)) || !(size in sizes) || !(seconds > 0)) {
  print(
    `Usage: npm run bench -- [--only ${partNames.join(',')}] [--data small|large] [--seconds 5] [--read reports]`,
  );
  process.exit(1);
}
const chosenReads = reads.filter(({ name }) => name.includes(values.read));

const measures: Record<Part, (place: Cluster) => Promise<Figure[]>> = {
  reads: (cluster) =>
    measureReads(cluster, databaseName(sizes[size]), { seconds, chosen: chosenReads }),
  growth: (cluster) => measureGrowth(cluster),
  workers: (cluster) => measureWorkers(cluster, databaseName(sizes[size]), seconds),
  recording: (cluster) => measureRecording(cluster, seconds),
  sealing: (cluster) => measureSealing(cluster, seconds),
  ingest: (cluster) => measureIngest(cluster, seconds),
  scale: (cluster) => measureScale(cluster, seconds),
  visitors: (cluster) => measureVisitors(cluster),
  csv: (cluster) => measureCsv(cluster),
  verify: (cluster) => measureVerify(cluster, databaseName(sizes[size])),
  bytes: (cluster) => measureBytes(cluster, databaseName(sizes.small)),
  returns: (cluster) => measureReturns(cluster, databaseName(sizes.small)),
  look: (cluster) => measureLook(cluster, databaseName(sizes.small)),
};

const cluster = await openCluster();
try {
  const figures: Partial<Record<Part, Figure[]>> = {};
  for (const part of chosen) {
    print(`${part} …`);
    figures[part] = await measures[part](cluster);
  }
  for (const part of chosen) print(`\n${part}\n${formatTable(figures[part] ?? [])}`);
  if (!values.read) await writeResults(cluster, figures, size);
  const missed = Object.values(figures)
    .flat()
    .filter((figure) => figure.met === false);
  print(
    `\n${missed.length === 0 ? 'Every target is met.' : `${missed.length} targets are missed.`}`,
  );
} finally {
  await cluster.stop();
}
