import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { type Figure, judging } from '../bench/table.ts';
import { damageUnderLoad } from './damage-under-load.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { measureRecovery, startLotkeeper, waitFor } from './lotkeeper.ts';
import { judgeLedger, maxPaymentsUnderWay } from './payments.ts';

/** Maximum milliseconds until the product is back. */
const maxRecoveryMs = 10_000;

const kill = (pid: number | undefined) => {
  if (pid === undefined) throw new Error('There is no process to kill.');
  process.kill(pid, 'SIGKILL');
};

async function killBackend(lotkeeper: Lotkeeper): Promise<void> {
  const [row] = await queryOnce<{ pid: number }>(
    lotkeeper.databaseUrl(),
    `select pid from pg_stat_activity
     where application_name = 'lotkeeper' and pid <> pg_backend_pid() and usename is not null
     order by query_start desc nulls last limit 1`,
  );
  kill(row?.pid);
}

const cutConnections = (lotkeeper: Lotkeeper) =>
  queryOnce(
    lotkeeper.databaseUrl(),
    `select pg_terminate_backend(pid) from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );

interface KillDrill {
  name: string;
  description: string;
  damage: (lotkeeper: Lotkeeper) => unknown;
  settings?: Record<string, string>;
  /** Whether the server itself must survive. */
  serverSurvives?: boolean;
  /** Whether it must answer every request. */
  answersAll?: boolean;
}

async function measure(drill: KillDrill, rounds: number): Promise<Figure[]> {
  const lotkeeper = await startLotkeeper({ settings: drill.settings ?? {} });
  const { run, slowestMs, endedServers } = await damageUnderLoad(
    lotkeeper,
    rounds,
    async ({ run: { acknowledged } }) => {
      const target = acknowledged.size + maxPaymentsUnderWay;
      await drill.damage(lotkeeper);
      return measureRecovery(lotkeeper.url, () => acknowledged.size > target);
    },
  );
  const { zero, seconds } = judging(drill.name);
  return [
    ...(await judgeLedger(drill.name, lotkeeper.databaseUrl(), run)),
    seconds('longest until ready and recording', slowestMs, maxRecoveryMs, `${rounds} rounds`),
    ...(drill.serverSurvives ? [zero('server processes that ended', endedServers)] : []),
    ...(drill.answersAll
      ? [
          zero('requests without an answer', run.statuses[0] ?? 0),
          zero('requests answered 500', run.statuses[500] ?? 0),
        ]
      : []),
  ];
}

const kills: KillDrill[] = [
  {
    name: 'kill the server',
    description: 'The server process is killed while payments are sent.',
    damage: (lotkeeper) => kill(lotkeeper.serverPid()),
  },
  {
    name: 'kill a worker',
    description:
      'One of two workers is killed while payments are sent: the other keeps answering, and a new one starts.',
    settings: { WORKERS: '2' },
    damage: async (lotkeeper) => {
      await waitFor('two workers', () => lotkeeper.workerPids().length === 2);
      kill(lotkeeper.workerPids()[0]);
    },
    serverSurvives: true,
  },
  {
    name: 'kill the first of several processes',
    description:
      'The process that holds the port and runs the jobs is killed while payments are sent; its workers end with it.',
    settings: { WORKERS: '2' },
    damage: (lotkeeper) => kill(lotkeeper.serverPid()),
  },
  {
    name: 'kill PostgreSQL',
    description: 'The postmaster is killed while payments are sent.',
    damage: (lotkeeper) => kill(lotkeeper.postmasterPid()),
    serverSurvives: true,
    answersAll: true,
  },
  {
    name: 'kill a backend',
    description:
      'One PostgreSQL backend is killed, as the kernel does when memory is short: PostgreSQL restarts and recovers.',
    damage: killBackend,
    serverSurvives: true,
    answersAll: true,
  },
  {
    name: 'kill both',
    description: 'The server and the postmaster are killed at the same time.',
    damage: (lotkeeper) => {
      const pids = [lotkeeper.serverPid(), lotkeeper.postmasterPid()];
      for (const pid of pids) kill(pid);
    },
  },
  {
    name: 'cut all connections',
    description: 'All database connections are ended while payments are sent, as in a failover.',
    damage: cutConnections,
    serverSurvives: true,
    answersAll: true,
  },
];

/** Processes and connections that end while payments are sent. */
export const killDrills: Drill[] = kills.map((drill) => ({
  name: drill.name,
  description: drill.description,
  run: ({ rounds }) => measure(drill, rounds),
}));
