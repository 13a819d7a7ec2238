// npm run bench: measures what a page costs, prints it beside its targets and writes bench/results.md.
import { parseArgs } from 'node:util';

import { measureCsv } from './csv/measure-csv.ts';
import { measureIngest } from './ingest/measure-ingest.ts';
import { measureBytes } from './pages/measure-bytes.ts';
import { measureReturns } from './pages/measure-returns.ts';
import type { Place, Size } from './place.ts';
import { databaseOf, openPlace, say, sizes } from './place.ts';
import { measureGrowth, measureReads } from './reads/measure-reads.ts';
import { reads } from './reads/reads.ts';
import { measureRecording } from './recording/measure-recording.ts';
import { writeResults } from './results.ts';
import type { Figure } from './table.ts';
import { tableOf } from './table.ts';
import { measureVisitors } from './visitors/measure-visitors.ts';

const partNames = [
  'reads',
  'growth',
  'recording',
  'ingest',
  'visitors',
  'csv',
  'bytes',
  'returns',
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
  say(
    `Usage: npm run bench -- [--only ${partNames.join(',')}] [--data small|large] [--seconds 5] [--read reports]`,
  );
  process.exit(1);
}
const wanted = reads.filter(({ name }) => name.includes(values.read));

const parts: Record<Part, (place: Place) => Promise<Figure[]>> = {
  reads: (place) => measureReads(place, databaseOf(sizes[size]), { seconds, chosen: wanted }),
  growth: (place) => measureGrowth(place),
  recording: (place) => measureRecording(place, seconds),
  ingest: (place) => measureIngest(place, seconds),
  visitors: (place) => measureVisitors(place),
  csv: (place) => measureCsv(place),
  bytes: (place) => measureBytes(place, databaseOf(sizes.small)),
  returns: (place) => measureReturns(place, databaseOf(sizes.small)),
};

const place = await openPlace();
try {
  const figures: Partial<Record<Part, Figure[]>> = {};
  for (const part of chosen) {
    say(`${part} …`);
    figures[part] = await parts[part](place);
  }
  for (const part of chosen) say(`\n${part}\n${tableOf(figures[part] ?? [])}`);
  if (!values.read) await writeResults(place, figures, size);
  const missed = Object.values(figures)
    .flat()
    .filter((figure) => figure.met === false);
  say(`\n${missed.length === 0 ? 'Every target is met.' : `${missed.length} targets are missed.`}`);
} finally {
  await place.stop();
}
