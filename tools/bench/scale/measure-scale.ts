import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../../server/src/kernel/clock.ts';
import { makeSenders } from '../ingest/prepare-database.ts';
import type { Sender } from '../ingest/senders.ts';
import type { Cluster, Connection } from '../place.ts';
import { readMemory, readProcessorSeconds } from '../process-usage.ts';
import type { Lot } from '../reads/read.ts';
import { reads } from '../reads/reads.ts';
import { startServer } from '../server.ts';
import { startSessions } from '../session.ts';
import type { Figure } from '../table.ts';
import { judged, judging } from '../table.ts';
import type { KindResult, PlayOrder, Viewer } from './player.ts';
import { callKinds, play } from './player.ts';
import { prepareProperties, readPostmaster } from './properties.ts';
import { logSlowStatements, measureLog, readSlowStatements, slowMs } from './slow-statements.ts';
import { carsPerSecond, traffic } from './traffic.ts';

const database = 'bench_scale';
/** People with open pages, each from a different organization. */
const viewerCount = 50;
const maxReadMs = 250;
const maxQueueMs = 5000;
/** The reads of a property's page. */
const openedReads = reads.filter(({ name }) =>
  [
    'slots/overview, today',
    'slots, active',
    'revenue/mom',
    'camera/recent_images',
    'spots/{id}',
  ].includes(name),
);

async function makeViewers(sql: Connection, url: string): Promise<Viewer[]> {
  const lots = await sql<Lot[]>`
    select distinct on (organization_id) pk::int, uuid, organization_id::int as organization, timezone
    from spots where organization_id <= ${viewerCount} order by organization_id, pk`;
  const tokens = await startSessions(
    url,
    lots.map(({ organization }) => organization),
  );
  const now = systemClock();
  return lots.map((lot, index) => ({
    token: tokens[index] ?? '',
    paths: openedReads.map((read) => read.path(lot, now)),
  }));
}

/** Totals so far; only differences are meaningful. */
async function readUsage(sql: Connection, serverPid: number) {
  const [row] = await sql<[{ wal: number; size: number }]>`
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal,
      pg_database_size(current_database())::float8 as size`;
  return {
    ...row,
    at: performance.now(),
    node: readProcessorSeconds(serverPid),
    postgres: readProcessorSeconds(readPostmaster()),
  };
}

/** The maximum seconds that a due job has waited, checked each second until the signal. */
async function watchQueue(sql: Connection, signal: AbortSignal): Promise<number> {
  let worst = 0;
  while (!signal.aborted) {
    const [row] = await sql<[{ seconds: number }]>`
      select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as seconds
      from graphile_worker.jobs where run_at <= now() and locked_at is null and attempts = 0`;
    worst = Math.max(worst, row.seconds);
    await pause(1000, undefined, { signal }).catch(() => undefined);
  }
  return worst;
}

function describeCalls(label: string, name: string, result: KindResult, seconds: number): Figure {
  const { answered, refused, failed, median, p99, worst, failure } = result;
  const note = `${(answered / seconds).toFixed(1)}/s, ${median.toFixed(1)} ms median, ${worst.toFixed(0)} ms worst, ${refused} asked to come back, ${failed} failed${failure ? `: ${failure.slice(0, 100)}` : ''}`;
  const target = { most: maxReadMs, unit: ' ms', digits: 1 };
  const row = judged(`${label}: ${name}, p99`, p99, target, note);
  return { ...row, met: row.met === true && failed === 0 };
}

/** The slowest statement: plans degrade as tables grow, and the largest organization shows it first. */
function describeSlowStatements(label: string, logStart: number): Figure {
  const statements = readSlowStatements(logStart);
  const [slowest] = statements;
  return judged(
    `${label}: slowest statement`,
    slowest?.ms ?? 0,
    { most: maxReadMs, unit: ' ms', digits: 0 },
    `${statements.length} of ${slowMs} ms or longer${slowest ? `: ${slowest.text.slice(0, 100)}` : ''}`,
  );
}

interface Phase {
  label: string;
  factor: number;
  seconds: number;
}

interface ScaleSetup {
  sql: Connection;
  server: { address: string; pid: number };
  senders: readonly Sender[];
  viewers: readonly Viewer[];
}

async function measurePhase(
  setup: ScaleSetup,
  { label, factor, seconds }: Phase,
): Promise<Figure[]> {
  const { sql, server, senders, viewers } = setup;
  const order: PlayOrder = {
    port: Number(new URL(server.address).port),
    senders,
    viewers,
    carsPerSecond: carsPerSecond * factor,
    pagesPerSecond: traffic.pagesPerSecond * factor,
    imageBytes: traffic.imageBytes,
    seconds,
  };
  const ended = new AbortController();
  const queue = watchQueue(sql, ended.signal);
  const logStart = measureLog();
  const before = await readUsage(sql, server.pid);
  const results = await play(order).finally(() => ended.abort());
  const after = await readUsage(sql, server.pid);
  const queueSeconds = await queue;
  const passed = (after.at - before.at) / 1000;
  const share = (name: 'node' | 'postgres') =>
    Math.round(((after[name] - before[name]) / passed) * 100);
  const megabytes = (name: 'wal' | 'size') => ((after[name] - before[name]) / 1e6).toFixed(0);
  return [
    ...callKinds.map((kind) => describeCalls(label, `${kind}s`, results[kind], seconds)),
    judging(label).seconds('longest wait of a job', 1000 * queueSeconds, maxQueueMs),
    describeSlowStatements(label, logStart),
    {
      label: `${label}: processors`,
      figure: `${share('node') + share('postgres')} %`,
      target: '',
      note: `Node ${share('node')} %, PostgreSQL ${share('postgres')} %, memory of Node ${readMemory(server.pid)?.now.toFixed(0)} MB; in ${passed.toFixed(0)} s ${megabytes('wal')} MB of WAL, the database grew by ${megabytes('size')} MB`,
    },
  ];
}

/** What was recorded, by outcome. */
async function describeRecords(sql: Connection): Promise<Figure> {
  const [row] = await sql<[Record<'reads' | 'visits' | 'pairs' | 'rentals' | 'unpaired', number>]>`
    select (select count(*) from plate_reads)::int as reads, (select count(*) from visits)::int as visits,
      (select count(*) from visits where entrance_at is not null and exit_at is not null)::int as pairs,
      (select count(*) from rentals)::int as rentals,
      (select count(*) from plate_reads where not paired)::int as unpaired`;
  return judged(
    'reads that no visit has at the end',
    row.unpaired,
    { most: 0, digits: 0 },
    `${row.reads} reads, ${row.rentals} rentals, ${row.visits} visits, ${row.pairs} of them with entrance and exit`,
  );
}

/**
 * Plays the busiest hour of 10,000 properties against one server, then four times as much, and the same for the largest
 * organization alone. With the default of five seconds per measurement it takes twelve minutes.
 */
export async function* measureScale(cluster: Cluster, seconds: number): AsyncGenerator<Figure> {
  const { url, sql } = await prepareProperties(cluster, database);
  const senders = await makeSenders(sql);
  const viewers = await makeViewers(sql, url);
  await logSlowStatements(sql, database);
  // One organization's key sends everything in the last part.
  const server = await startServer(url, { RATE_PER_KEY: '0' });
  const [largest] = senders.toSorted((a, b) => b.lots.length - a.lots.length);
  for (const { senders: sending, ...phase } of [
    { label: 'busiest hour', factor: 1, seconds: 120 * seconds, senders },
    { label: 'four times as much', factor: 4, seconds: 12 * seconds, senders },
    {
      label: 'four times as much, all of one organization',
      factor: 4,
      seconds: 12 * seconds,
      senders: largest ? [largest] : [],
    },
  ]) {
    yield* await measurePhase({ sql, server, senders: sending, viewers }, phase);
  }
  // The last car may wait for a job that is due in a few seconds.
  await pause(10_000);
  yield await describeRecords(sql);
}
