import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Cluster, Size } from './place.ts';
import { connect, databaseName, sizes } from './place.ts';
import { saveRuns } from './results-file.ts';
import type { Figure } from './table.ts';

/** What each part measures, for readers of the results only. */
const descriptions: Record<string, string> = {
  reads:
    'Requests per second of one server process over HTTP (with sign-in, access checks and validation) ÷ those of pgbench sending the same statements, prepared and pipelined, directly to PostgreSQL; random lots, weighted by demand. The server, PostgreSQL and the load generator (a separate process) share the processors. Time in the database: median execution time of the statements of a request.',
  growth:
    'Median time in the database of each read: the long data set (10 million rentals in 30 years) ÷ the small one (1 million in 3 years, so the same number a day at the same lots). For comparison, the large one: 10 million rentals in 3 years.',
  ingest:
    'Batches of 500 rentals with a charge each, at lots in random order, from 8 senders over HTTP, alongside one camera that sends reads one after the other; alternating with the same rows, prepared in advance and inserted by 8 connections without rollups. The server, PostgreSQL and the senders (separate processes) share the processors.',
  scale:
    'What 10,000 properties of 500 organizations with a million camera reads a day send in their busiest hour, with an image for each read and a rental for each car, and requests of people with open pages, played for ten minutes in real time against one server with its jobs; then four times as much for one minute. Calls start when they are due, however slow the answers are. The server, PostgreSQL and the player share the processors. The database starts empty.',
  csv: 'A file of 100,000 visitors with names and phones, first all new and then all known: from the request that starts the import until its progress, polled every 100 ms, shows that it is done. Memory is the peak of the server process since its start, above its idle use.',
  truth:
    'A month at three properties with some 3,000 cars and the truth about each, played once for each level of errors: cameras misread 0.5, 2 or 5 % of the plates, and fail in other ways in proportion. Reads, rentals and bookings arrive through the URLs that cameras and programs send to, with the clock of the month.',
  verify: '`npm run ledger:verify` on an idle database: seconds ÷ millions of rentals.',
  bytes:
    'What a browser with a cold cache receives over the wire, including headers: with Brotli as over https, or with gzip as over plain http from another machine; 1 kB = 1000 bytes.',
  returns:
    'A page with three years of data, opened again from another page while its data is fresh: its requests to the server, and how long the browser runs scripts to draw it.',
  look: 'Each page opened by URL in browsers with a cold cache: the worst layout shift, and the median time until no skeleton is left. Then opened from the menu, starting at Visitors, in one browser: the median time of five clicks after the first.',
  slow: 'Pages opened by URL in browsers with a cold cache, 400 ms to the server, 50 kB/s and a fourth of the processor: from the navigation until something was done; the median of three.',
};

async function describe(cluster: Cluster, size: Size): Promise<string> {
  const data = databaseName(sizes[size]);
  const server = connect(cluster.url('lotkeeper'));
  const [row] = await server<{ version: string; filled: boolean }[]>`
    select current_setting('server_version') as version,
      exists (select from pg_database where datname = ${data}) as filled`;
  await server.end();
  const machine = `${availableParallelism()} processors (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.version}, PostgreSQL ${row?.version}.`;
  return row?.filled ? `${machine} ${await describeData(cluster.url(data))}` : machine;
}

async function describeData(url: string): Promise<string> {
  const sql = connect(url);
  const [row] = await sql<{ rentals: string; minutes: number; bytes: string }[]>`
    select rentals, minutes, pg_database_size(current_database()) as bytes from bench_data`;
  await sql.end();
  if (!row) return '';
  const size = (Number(row.bytes) / 1e9).toFixed(1);
  return `Data set: ${Number(row.rentals)} rentals (${size} GB), made in ${row.minutes.toFixed(1)} minutes.`;
}

/** Saves the results of the measured parts in tools/bench/results.json. */
export async function saveResults(
  cluster: Cluster,
  figures: Partial<Record<string, Figure[]>>,
  size: Size,
): Promise<void> {
  const machine = await describe(cluster, size);
  const runs = Object.entries(figures).flatMap(([part, rows]) =>
    rows ? [[part, { description: descriptions[part] ?? '', machine, figures: rows }]] : [],
  );
  saveRuns(join(import.meta.dirname, 'results.json'), Object.fromEntries(runs));
}
