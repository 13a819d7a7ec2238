import { countMissingMigrations } from '../../../server/src/kernel/data/migrations.ts';
import type { RunningApp, Statement } from '../app.ts';
import { startApp } from '../app.ts';
import { measureLoad } from '../load/load.ts';
import { pgbench } from '../load/pgbench.ts';
import { computeMedian } from '../median.ts';
import type { Cluster, Connection } from '../place.ts';
import { asPages, connect, long } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import { databaseTime } from './database-time.ts';
import type { Lot, Read } from './read.ts';
import { drawLots, reads } from './reads.ts';

/** Minimum requests per second over HTTP divided by those sent directly to PostgreSQL, by number of connections. */
const leastRatio = { rollup: { 16: 0.4, 64: 0.5 }, list: { 16: 0.3, 64: 0.5 } } as const;
/** Maximum median milliseconds that a single user waits. */
const maxAlone = 25;
/** Number of lots in the requests; few enough that every connection has prepared all their statements. */
const drawn = 12;

export interface Subject {
  read: Read;
  paths: string[];
  /** The statements that the app sends for each path. */
  requests: Statement[][];
}

/** Reads the data set's present and its number of rentals. @throws if an older version made the data set. */
async function readPresent(sql: Connection): Promise<{ now: number; rentals: number }> {
  const missing = await countMissingMigrations(sql);
  if (missing > 0) {
    throw new Error(
      `This data set lacks ${missing} migrations of this version: make it again with npm run bench:data.`,
    );
  }
  const [row] = await sql<{ now: string; rentals: string }[]>`
    select extract(epoch from now) * 1000 as now, rentals from bench_data`;
  if (!row) throw new Error('There is no data set: run npm run bench:data first.');
  return { now: Number(row.now), rentals: Number(row.rentals) };
}

/** Records what the app sends for each read of random lots, by listening to the driver. */
async function subjectsOn(url: string, chosen = reads): Promise<Subject[]> {
  const sql = connect(url);
  const { now } = await readPresent(sql);
  const lots: Lot[] = await drawLots(sql, drawn);
  // Each run starts at the same time of the data set, so the counts of an earlier run would still apply.
  await sql`delete from limits`;
  await sql.end();
  const app = await startApp(url, now, true);
  const subjects: Subject[] = [];
  for (const read of chosen) {
    const paths = lots.map((lot) => read.path(lot, now));
    const requests: Statement[][] = [];
    for (const path of paths) requests.push(await app.statementsOf(path));
    subjects.push({ read, paths, requests });
  }
  await app.stop();
  return subjects;
}

async function compare(
  app: RunningApp,
  url: string,
  { read, paths, requests }: Subject,
  { connections, seconds }: { connections: 16 | 64; seconds: number },
): Promise<Figure> {
  const order = { port: app.port, tokens: [app.token], paths, connections, warmUp: 1.5, seconds };
  const before = await app.cpu();
  const http = await measureLoad(order);
  const cpu = ((await app.cpu()) - before) / ((seconds + 1.5) * 1e6);
  const times = `${http.median.toFixed(1)} ms median, ${http.p99.toFixed(1)} ms p99`;
  const refused = http.refused > 0 ? `, ${http.refused} refused` : '';
  const note = `${Math.round(http.perSecond)}/s, ${times}${refused}, Node ${Math.round(cpu * 100)} %`;
  const label = `${read.name}, ${connections} connections`;
  if (read.kind === 'memory' || read.kind === 'file') return { label, figure: note, target: '' };
  const straight = await pgbench(url, requests, { connections, seconds });
  const ratio = http.perSecond / straight;
  const least = leastRatio[read.kind][connections];
  return judged(label, ratio, { least }, `${note}; straight ${Math.round(straight)}/s`);
}

/** How long a single user waits who makes one request after the other. */
async function alone({ port, token }: RunningApp, { read, paths }: Subject): Promise<Figure> {
  const order = { port, tokens: [token], paths, connections: 1, warmUp: 0.5, seconds: 2 };
  const http = await measureLoad(order);
  const target = { most: Math.max(maxAlone, read.most ?? 0), unit: ' ms', digits: 1 };
  return judged(`${read.name}, one user`, http.median, target, `${http.p99.toFixed(1)} ms p99`);
}

async function* databaseTimes(url: string, subjects: readonly Subject[]): AsyncGenerator<Figure> {
  const sql = connect(url, 1, await asPages(url));
  for (const { read, requests } of subjects) {
    if (read.kind === 'memory') continue;
    const time = await databaseTime(sql, requests);
    const label = `${read.name}, time in the database`;
    const most = read.most ?? (read.kind === 'rollup' ? 1 : undefined);
    yield most === undefined
      ? { label, figure: `${time.toFixed(2)} ms`, target: '' }
      : judged(label, time, { most, unit: ' ms' });
  }
  await sql.end();
}

/** Each read over HTTP compared with the same statements sent directly to PostgreSQL, one after the other. */
export async function* measureReads(
  cluster: Cluster,
  database: string,
  { seconds, chosen }: { seconds: number; chosen: readonly Read[] },
): AsyncGenerator<Figure> {
  const url = cluster.url(database);
  const sql = connect(url);
  const { now } = await readPresent(sql);
  await sql.end();
  const subjects = await subjectsOn(url, chosen);
  yield* databaseTimes(url, subjects);
  const app = await startApp(url, now);
  for (const subject of subjects.filter(({ read }) => read.kind !== 'file')) {
    yield await alone(app, subject);
    for (const connections of [16, 64] as const)
      yield await compare(app, url, subject, { connections, seconds });
  }
}

/** A data set for measuring growth. */
async function grownSet(cluster: Cluster, database: string) {
  const url = cluster.url(database);
  const sql = connect(url);
  await readPresent(sql);
  await sql.end();
  const role = connect(url, 1, await asPages(url));
  return { role, subjects: await subjectsOn(url) };
}

/**
 * Median times in the database of each read, as the ratio of the long data set to the small one, which must not grow
 * with history; and for comparison of the large one, with ten times the cars a day.
 */
export async function* measureGrowth(cluster: Cluster): AsyncGenerator<Figure> {
  const sets = await Promise.all(
    ['bench_small', long.database, 'bench_large'].map((database) => grownSet(cluster, database)),
  );
  for (const [index, { name, kind }] of reads.entries()) {
    if (kind === 'memory') continue;
    const rounds: number[][] = [];
    for (let turn = 0; turn < 5; turn++) {
      const times: number[] = [];
      for (const { role, subjects } of sets) {
        times.push(await databaseTime(role, subjects[index]?.requests ?? []));
      }
      rounds.push(times);
    }
    const [small = 1, longer = 0, large = 0] = sets.map((_, at) =>
      computeMedian(rounds.map((times) => times[at] ?? 0)),
    );
    const note = `${small.toFixed(2)} ms → ${longer.toFixed(2)} ms; with 10 × the cars a day ${large.toFixed(2)} ms`;
    yield judged(`${name}, 10 × the history`, longer / small, { most: 1.3 }, note);
  }
  for (const { role } of sets) await role.end();
}
