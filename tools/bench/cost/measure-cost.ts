import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../../server/src/kernel/clock.ts';
import { unlimited } from '../app.ts';
import { makeSenders } from '../ingest/prepare-database.ts';
import { send } from '../ingest/senders.ts';
import type { Cluster, Connection } from '../place.ts';
import { readProcessorSeconds } from '../process-usage.ts';
import { prepareProperties, readPostmaster } from '../scale/properties.ts';
import { logFile, measureLog } from '../scale/slow-statements.ts';
import { startServer } from '../server.ts';
import { startSessions } from '../session.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import type { Ask, Customer, MeasuredCall } from './calls.ts';
import { measuredCalls } from './calls.ts';

const database = 'bench_cost';
const customerCount = 100;
/** Calls of each kind, one after the other, each of another organization. */
const calls = 100;
const loggedCalls = Number(process.env.LOGGED ?? 10);
/** Between calls, so that the jobs of each are its own: in a row, one job does the work of several. */
const pauseMs = 100;
const idleSeconds = 10;

async function makeCustomers(sql: Connection, url: string): Promise<Customer[]> {
  const senders = (await makeSenders(sql)).slice(0, customerCount);
  const spots = await sql<Customer['spots'][number][]>`
    select pk::int, uuid, organization_id::int as organization, timezone from spots`;
  const byOrganization = Map.groupBy(spots, ({ organization }) => organization);
  const tokens = await startSessions(
    url,
    senders.map(({ organization }) => organization),
  );
  return senders.map((sender, index) => ({
    ...sender,
    token: tokens[index] ?? '',
    spots: byOrganization.get(sender.organization) ?? [],
  }));
}

const askAt =
  (address: string): Ask =>
  async (method, path, token, body) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Token ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as unknown;
  };

/** Waits until no job runs or is due. Jobs are begun at once, so what is left is due later. */
async function waitForJobs(sql: Connection): Promise<void> {
  for (;;) {
    const [row] = await sql<[{ count: number }]>`
      select count(*)::int as count from graphile_worker.jobs
      where run_at <= now() + interval '1 second' and attempts < max_attempts`;
    if (row.count === 0) return;
    await pause(200);
  }
}

interface Usage {
  node: number;
  postgres: number;
  wal: number;
  at: number;
}

async function readUsage(sql: Connection, pid: number): Promise<Usage> {
  const [row] = await sql<[{ wal: number }]>`
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal`;
  return {
    ...row,
    node: readProcessorSeconds(pid),
    postgres: readProcessorSeconds(readPostmaster()),
    at: performance.now(),
  };
}

const subtract = (after: Usage, before: Usage): Usage => ({
  node: after.node - before.node,
  postgres: after.postgres - before.postgres,
  wal: after.wal - before.wal,
  at: after.at - before.at,
});

/** What the server and PostgreSQL use while nobody calls, by the second. */
async function measureIdle(sql: Connection, pid: number): Promise<Usage> {
  const before = await readUsage(sql, pid);
  await pause(idleSeconds * 1000);
  return subtract(await readUsage(sql, pid), before);
}

interface Run {
  sql: Connection;
  url: string;
  customers: readonly Customer[];
}

const takeTurns = async (customers: readonly Customer[], count: number, work: Turn) => {
  for (let turn = 0; turn < count; turn += 1) {
    const customer = customers[turn % customers.length];
    if (customer) await work(customer, turn);
    await pause(pauseMs);
  }
};
type Turn = (customer: Customer, turn: number) => Promise<unknown>;

/** Prepares and makes calls of one kind, and returns what `around` returns for the calls alone. */
async function playCalls<T>(
  { sql, customers }: Run,
  { prepare, send }: MeasuredCall,
  { ask, from, count }: { ask: Ask; from: number; count: number },
  around: (work: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const prepared: unknown[] = [];
  await takeTurns(customers, count, async (customer, turn) => {
    prepared.push(await prepare?.(ask, customer, from + turn));
  });
  await waitForJobs(sql);
  return around(async () => {
    await takeTurns(customers, count, (customer, turn) =>
      send(ask, customer, from + turn, prepared[turn]),
    );
    await waitForJobs(sql);
  });
}

interface Statements {
  count: number;
  transactions: number;
  slowest: string;
}

const noStatements: Statements = { count: 0, transactions: 0, slowest: '' };

/** The statements of a few calls and their jobs, from PostgreSQL's log. */
function readStatements(from: number): Statements {
  const log = readFileSync(logFile()).subarray(from).toString('utf8');
  const times = new Map<string, number>();
  let count = 0;
  let transactions = 0;
  for (const [, ms, text = ''] of log.matchAll(
    /duration: ([\d.]+) ms {2}(?:execute [^:]+|statement): ([^\n]*(?:\n\t[^\n]*)*)/g,
  )) {
    count += 1;
    if (/^begin/i.test(text)) transactions += 1;
    const name = text.replaceAll(/\s+/g, ' ').trim().slice(0, 70);
    times.set(name, (times.get(name) ?? 0) + Number(ms));
  }
  if (process.env.COST_LIST)
    appendFileSync(
      process.env.COST_LIST,
      [
        ...log.matchAll(
          /duration: ([\d.]+) ms {2}(?:execute [^:]+|statement|parse [^:]+|bind [^:]+): ([^\n]*(?:\n\t[^\n]*)*)/g,
        ),
      ]
        .map(
          ([m, ms, t = '']) =>
            `${ms} ${/ms {2}(\w+)/.exec(m)?.[1]} ${t.replaceAll(/\s+/g, ' ').trim().slice(0, 200)}`,
        )
        .join('\n') + '\n=====\n',
    );
  const [slowest] = [...times].toSorted(([, a], [, b]) => b - a);
  return {
    count: count / loggedCalls,
    transactions: transactions / loggedCalls,
    slowest: slowest ? `most in "${slowest[0]}", ${(slowest[1] / loggedCalls).toFixed(2)} ms` : '',
  };
}

/** Counts statements in a run of its own, because logging them costs time. */
async function countStatements(
  run: Run,
  chosen: readonly MeasuredCall[],
): Promise<Map<string, Statements>> {
  await run.sql.unsafe(`alter database ${database} set log_min_duration_statement = 0`);
  const server = await startServer(run.url, unlimited);
  const ask = askAt(server.address);
  const found = new Map<string, Statements>();
  for (const call of chosen) {
    const order = { ask, from: 2 * calls, count: loggedCalls };
    await playCalls(run, call, order, async (work) => {
      const start = measureLog();
      await work();
      found.set(call.name, readStatements(start));
    });
  }
  await server.stop();
  await run.sql.unsafe(`alter database ${database} reset log_min_duration_statement`);
  return found;
}

function toFigures(call: MeasuredCall, used: Usage, idle: Usage, statements: Statements): Figure[] {
  const idleShare = used.at / idle.at;
  const perCall = (name: 'node' | 'postgres') =>
    Math.max(0, (1000 * (used[name] - idle[name] * idleShare)) / calls);
  const [node, postgres] = [perCall('node'), perCall('postgres')];
  const beside = `${statements.transactions.toFixed(1)} transactions; ${statements.slowest}`;
  const label = `${call.name}: processor time`;
  const note = `server ${node.toFixed(1)}, PostgreSQL ${postgres.toFixed(1)} ms; ${(used.wal / calls / 1000).toFixed(1)} kB of WAL`;
  const time = { unit: ' ms', digits: 1 };
  const plain = (text: string, figure: string, note: string): Figure => ({
    label: text,
    figure,
    target: '',
    note,
  });
  return [
    call.mostMs === undefined
      ? plain(label, `${(node + postgres).toFixed(1)} ms`, note)
      : judged(label, node + postgres, { most: call.mostMs, ...time }, note),
    call.mostStatements === undefined
      ? plain(`${call.name}: statements`, statements.count.toFixed(1), beside)
      : judged(
          `${call.name}: statements`,
          statements.count,
          { most: call.mostStatements, digits: 1 },
          beside,
        ),
  ];
}

const readTimes = { warmUp: 3, seconds: 10 };

/** How many camera reads a second are recorded, one per call. */
async function measureReadRate(
  { sql, customers }: Run,
  server: { address: string; pid: number },
): Promise<Figure[]> {
  const before = await readUsage(sql, server.pid);
  const { perSecond, p99, failed } = await send({
    port: Number(new URL(server.address).port),
    senders: customers.map(({ organization, key, lots }) => ({ organization, key, lots })),
    connections: 16,
    what: 'reads',
    batch: 1,
    ...readTimes,
    now: systemClock(),
  });
  const used = subtract(await readUsage(sql, server.pid), before);
  const count = perSecond * (readTimes.warmUp + readTimes.seconds);
  const share = (name: 'node' | 'postgres') => ((1000 * used[name]) / count).toFixed(1);
  const note = `16 connections, ${failed} failed; of each, server ${share('node')}, PostgreSQL ${share('postgres')} ms of processor time`;
  return [
    judged('camera reads a second, one by one', perSecond, { least: 400, digits: 0 }, note),
    judged('camera reads, one by one: p99', p99, { most: 250, unit: ' ms', digits: 0 }, note),
  ];
}

/**
 * What calls cost that come one by one at 10,000 properties: processor time of server and PostgreSQL, transactions and
 * WAL, and statements in a second run. What jobs do afterwards is charged to the call.
 */
export async function* measureCost(cluster: Cluster, name = ''): AsyncGenerator<Figure> {
  const chosen = measuredCalls.filter((call) => call.name.includes(name));
  const { url, sql } = await prepareProperties(cluster, database);
  const customers = await makeCustomers(sql, url);
  const run = { sql, url, customers };
  const statements = await countStatements(run, chosen);
  const server = await startServer(url, unlimited);
  const ask = askAt(server.address);
  // The start itself is over after a few seconds.
  await pause(idleSeconds * 1000);
  const idle = await measureIdle(sql, server.pid);
  for (const call of chosen) {
    // The first calls compile code and fill caches.
    await playCalls(run, call, { ask, from: 3 * calls, count: loggedCalls }, (work) => work());
    const used = await playCalls(run, call, { ask, from: 0, count: calls }, async (work) => {
      const before = await readUsage(sql, server.pid);
      await work();
      return subtract(await readUsage(sql, server.pid), before);
    });
    yield* toFigures(call, used, idle, statements.get(call.name) ?? noStatements);
  }
  if (name === '') yield* await measureReadRate(run, server);
}
