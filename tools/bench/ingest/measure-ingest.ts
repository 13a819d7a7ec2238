import { systemClock } from '../../../server/src/kernel/clock.ts';
import { startApp } from '../app.ts';
import { makeProperties } from '../dataset/properties.ts';
import type { Cluster, Connection } from '../place.ts';
import { connect, openApp } from '../place.ts';
import type { Figure } from '../table.ts';
import { judged } from '../table.ts';
import { emptyDatabase, makeSenders } from './prepare-database.ts';
import type { Sender, SendResult } from './senders.ts';
import { send } from './senders.ts';
import { insertStraight } from './straight.ts';

const database = 'bench_ingest';
const connections = 8;
const batch = 500;
const warmUp = 3;
const triggers = [
  ['ledger_entries', 'roll_up'],
  ['ledger_entries', 'roll_up_closed'],
  ['rentals', 'count_inserted'],
] as const;

async function settle(owner: Connection, state: 'enable' | 'disable') {
  for (const [table, trigger] of triggers) {
    await owner.unsafe(`alter table ${table} ${state} trigger ${trigger}`);
  }
  // New connections follow, because foreign key plans made while the tables were small would stay slow.
  await owner.unsafe('vacuum analyze');
  await owner.unsafe('checkpoint');
}

interface Turn {
  rentals: SendResult;
  reads: SendResult;
}

/** Rentals from eight senders, alongside one camera that sends reads one after the other. */
async function sendTurn(url: string, senders: readonly Sender[], seconds: number): Promise<Turn> {
  const now = systemClock();
  const app = await startApp(url, now);
  const order = { port: app.port, senders, warmUp, seconds, now };
  const [rentals, reads] = await Promise.all([
    send({ ...order, what: 'rentals', connections, batch }),
    send({ ...order, what: 'reads', connections: 1, batch: 1 }),
  ]);
  await app.stop();
  return { rentals, reads };
}

async function straightTurn(url: string, senders: readonly Sender[], seconds: number) {
  const app = openApp(url, 2 * connections);
  const order = { connections, batch, warmUp, seconds, now: systemClock() };
  const rate = await insertStraight(app.system, senders, order);
  await app.close();
  return rate;
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

async function deadLocks(owner: Connection): Promise<number> {
  const [row] = await owner<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = ${database}`;
  return row?.deadlocks ?? 0;
}

/** The cost of rentals over HTTP compared with inserting their rows directly, in alternation. */
export async function* measureIngest(cluster: Cluster, seconds: number): AsyncGenerator<Figure> {
  await emptyDatabase(cluster, database);
  const url = cluster.url(database);
  const owner = connect(url);
  await makeProperties(owner);
  const senders = await makeSenders(owner);
  await settle(owner, 'enable');
  await sendTurn(url, senders, 5);
  const turns: Turn[] = [];
  const straight: number[] = [];
  for (const state of ['enable', 'disable', 'disable', 'enable', 'enable', 'disable'] as const) {
    await settle(owner, state);
    if (state === 'enable') turns.push(await sendTurn(url, senders, seconds));
    else straight.push(await straightTurn(url, senders, seconds));
  }
  yield* toFigures(turns, straight, await deadLocks(owner));
  await owner.end();
}

function toFigures(turns: readonly Turn[], straight: readonly number[], locks: number): Figure[] {
  const rate = mean(turns.map(({ rentals }) => rentals.perSecond));
  const direct = mean(straight);
  const median = mean(turns.map(({ rentals }) => rentals.median)).toFixed(0);
  const reads = turns.map((turn) => turn.reads);
  const ms = (select: (result: SendResult) => number) => mean(reads.map(select)).toFixed(1);
  const zero = { most: 0, digits: 0 };
  return [
    judged(
      'rentals over HTTP with rollups ÷ inserted straight without',
      rate / direct,
      { least: 0.4 },
      `${Math.round(rate)} rentals/s against ${Math.round(direct)}; a batch ${median} ms at the median`,
    ),
    judged(
      'a plate read meanwhile, median',
      mean(reads.map(({ median }) => median)),
      { most: 20, unit: ' ms', digits: 1 },
      `${ms(({ p99 }) => p99)} ms p99, ${ms(({ perSecond }) => perSecond)}/s`,
    ),
    judged(
      'items that were not recorded',
      mean(turns.map(({ rentals, reads }) => rentals.failed + reads.failed)),
      zero,
    ),
    judged('deadlocks', locks, zero),
  ];
}
