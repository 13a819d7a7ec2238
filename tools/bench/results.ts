import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Cluster, Size } from './place.ts';
import { connect, databaseName, sizes } from './place.ts';
import { saveRuns } from './results-file.ts';
import type { Figure } from './table.ts';

/** What each part measures, for readers of the results only. */
const descriptions: Record<string, string> = {
  reads:
    'Requests a second of one server process over HTTP (sign-in, access and validation on) ÷ those of pgbench that sends the same statements, prepared and pipelined, straight to PostgreSQL; lots drawn at random by demand. Server, PostgreSQL and load generator (a process of its own) share the processors. Time in the database: median execution time of the statements of a request.',
  growth:
    'Median time in the database of each read: the long data set (10 million rentals in 30 years) ÷ the small one (1 million in 3 years, so as many a day at the same lots). Beside it the large one: 10 million rentals in 3 years.',
  workers:
    'Requests a second over HTTP at 64 connections by the number of workers, beside pgbench that sends the same statements straight to PostgreSQL. Workers, PostgreSQL and load generator share the processors. Node: processors that the server’s processes took together.',
  recording:
    'Batches of 500 rentals at lots in random order through the recorder, with the rollups’ trigger and without it in turns.',
  sealing:
    'Batches of 500 rentals through the recorder while the job that seals days runs in the same process, and without it, in turns. A turn with the job seals as many rows as it records, which were recorded just before it.',
  ingest:
    'Batches of 500 rentals, a charge each, at lots in random order, by 8 senders over HTTP, and beside them one camera whose reads come one after the other; in turns with the same rows, made beforehand, inserted by 8 connections without rollups. Server, PostgreSQL and senders (processes of their own) share the processors.',
  scale:
    'What 10,000 properties of 500 organizations with a million camera reads a day send in their busiest hour, an image with each read and a rental with each car, and the people who have pages open, played for ten minutes in real time against one server with its jobs; then four times as much for one minute. Calls start when they are due, however slow the answers are. Server, PostgreSQL and the player share the processors. The database is empty before.',
  csv: 'A file of 100,000 visitors with names and phones, all of them new and then all of them known: from the request that begins it to the progress that says it is done, asked every 100 ms. Memory is the peak of the server process, from its start on, above what it has at rest.',
  verify: '`npm run ledger:verify` on an idle database: seconds ÷ millions of rentals.',
  visitors:
    'A property with a million visitors, of whom six in ten may park. The statements that the app sends for a page, and for words of visitors drawn at random: median execution time in PostgreSQL once they are in memory.',
  bytes:
    'What a browser with a cold cache receives over the wire with gzip, heads included, 1 kB = 1000 bytes.',
  returns:
    'A page with three years behind it, opened again from another page while its data is fresh: what it asks the server, and the time that the browser runs its scripts to draw it.',
  look: 'Each page by its address in browsers that have seen nothing before: the worst layout shift, and the median time until no skeleton is left. Then by the menu from Visitors, in one browser: the median time of five clicks after the first.',
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
