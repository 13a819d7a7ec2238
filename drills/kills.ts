import { type Figure, judged } from '../bench/table.ts';
import { openSqlPool } from '../server/src/kernel/data/database.ts';
import { damageUnderLoad } from './damage-under-load.ts';
import type { Drill } from './drill.ts';
import { judgeLedger } from './ledger.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { measureRecovery, waitFor, withLotkeeper } from './lotkeeper.ts';
import { describeStatuses, maxPaymentsUnderWay } from './payments.ts';

/** Milliseconds after which the product must be back. */
const maxRecoveryMs = 10_000;

type Damage = (lotkeeper: Lotkeeper) => void | Promise<void>;

const kill = (pid: number | undefined) => {
  if (pid === undefined) throw new Error('There is no process to kill.');
  process.kill(pid, 'SIGKILL');
};

/** Runs a statement on a connection of its own, whatever becomes of the connection. */
async function runStatement(databaseUrl: string, text: string): Promise<void> {
  const sql = openSqlPool(databaseUrl);
  await sql.unsafe(text).catch(() => undefined);
  await sql.end();
}

async function killBackend(lotkeeper: Lotkeeper): Promise<void> {
  const sql = openSqlPool(lotkeeper.databaseUrl());
  const [row] = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where application_name = 'lotkeeper' and pid <> pg_backend_pid() and usename is not null
    order by query_start desc nulls last limit 1`;
  kill(row?.pid);
  await sql.end().catch(() => undefined);
}

const cutConnections = (lotkeeper: Lotkeeper) =>
  runStatement(
    lotkeeper.databaseUrl(),
    `select pg_terminate_backend(pid) from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );

interface KillDrill {
  name: string;
  description: string;
  damage: Damage;
  settings?: Record<string, string>;
  /** Whether the server itself must survive. */
  serverSurvives?: boolean;
  /** Whether it must answer every request. */
  answersAll?: boolean;
}

async function measure(drill: KillDrill, lotkeeper: Lotkeeper, rounds: number): Promise<Figure[]> {
  const { run, recoveries, servers } = await damageUnderLoad(
    lotkeeper,
    rounds,
    async (progress) => {
      const target = progress.acknowledged() + maxPaymentsUnderWay;
      await drill.damage(lotkeeper);
      return measureRecovery(lotkeeper.url, () => progress.acknowledged() > target);
    },
  );
  const zero = { most: 0, digits: 0 };
  const sentText = `${run.acknowledged.size} acknowledged; ${describeStatuses(run)}`;
  const figures = [
    ...(await judgeLedger(drill.name, lotkeeper.databaseUrl(), run, sentText)),
    judged(
      `${drill.name}: longest until ready and recording`,
      Math.max(...recoveries) / 1000,
      { most: maxRecoveryMs / 1000, unit: ' s', digits: 1 },
      `${rounds} rounds`,
    ),
  ];
  if (drill.serverSurvives) {
    figures.push(judged(`${drill.name}: server processes that ended`, servers.size - 1, zero));
  }
  if (!drill.answersAll) return figures;
  return [
    ...figures,
    judged(`${drill.name}: requests without an answer`, run.statuses.get(0) ?? 0, zero),
    judged(`${drill.name}: requests answered 500`, run.statuses.get(500) ?? 0, zero),
  ];
}

const makeKillDrill = (drill: KillDrill): Drill => ({
  name: drill.name,
  description: drill.description,
  run: ({ rounds }) =>
    withLotkeeper((lotkeeper) => measure(drill, lotkeeper, rounds), {
      settings: drill.settings ?? {},
    }),
});

/** Processes and connections that end while payments come in. */
export const killDrills: Drill[] = [
  makeKillDrill({
    name: 'kill the server',
    description: 'The server process is killed while payments are sent.',
    damage: (lotkeeper) => kill(lotkeeper.serverPid()),
  }),
  makeKillDrill({
    name: 'kill a worker',
    description:
      'One of two workers is killed while payments are sent: the other keeps answering, and a new one starts.',
    settings: { WORKERS: '2' },
    damage: async (lotkeeper) => {
      await waitFor('two workers', () => lotkeeper.workerPids().length === 2);
      kill(lotkeeper.workerPids()[0]);
    },
    serverSurvives: true,
  }),
  makeKillDrill({
    name: 'kill the first of several processes',
    description:
      'The process that holds the port and runs the jobs is killed while payments are sent; its workers end with it.',
    settings: { WORKERS: '2' },
    damage: (lotkeeper) => kill(lotkeeper.serverPid()),
  }),
  makeKillDrill({
    name: 'kill PostgreSQL',
    description: 'The postmaster is killed while payments are sent.',
    damage: (lotkeeper) => kill(lotkeeper.postmasterPid()),
    serverSurvives: true,
    answersAll: true,
  }),
  makeKillDrill({
    name: 'kill a backend',
    description:
      'One PostgreSQL backend is killed, as the kernel does when memory is short: PostgreSQL restarts and recovers.',
    damage: killBackend,
    serverSurvives: true,
    answersAll: true,
  }),
  makeKillDrill({
    name: 'kill both',
    description: 'The server and the postmaster are killed at the same time.',
    damage: (lotkeeper) => {
      const pids = [lotkeeper.serverPid(), lotkeeper.postmasterPid()];
      for (const pid of pids) kill(pid);
    },
  }),
  makeKillDrill({
    name: 'cut all connections',
    description: 'All database connections are ended while payments are sent, as in a failover.',
    damage: cutConnections,
    serverSurvives: true,
    answersAll: true,
  }),
];
