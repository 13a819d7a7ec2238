import { type Figure, judged } from '../bench/table.ts';
import { openSqlPool } from '../server/src/kernel/database.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { measureRecovery, startLotkeeper, waitFor } from './lotkeeper.ts';
import type { PaymentRun, Progress } from './payments.ts';
import { compareLedger, describeStatuses, sendPayments } from './payments.ts';
import { openOrganization } from './people.ts';

/** Milliseconds after which the product must be back. */
const maxRecoveryMs = 10_000;
/** Payments that must have been acknowledged since the last damage, so that there is a load to damage. */
const paymentsPerRound = 20;

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

interface Rounds {
  run: PaymentRun;
  recoveries: number[];
  servers: Set<number | undefined>;
}

/** Does the damage again and again while payments are sent. */
async function damageUnderLoad(
  lotkeeper: Lotkeeper,
  damage: Damage,
  rounds: number,
): Promise<Rounds> {
  const organization = await openOrganization(lotkeeper);
  const ending = new AbortController();
  const progress: Progress = { acknowledged: () => 0 };
  const sending = sendPayments(organization, ending.signal, progress);
  const recoveries: number[] = [];
  const servers = new Set([lotkeeper.serverPid()]);
  try {
    for (let round = 0; round < rounds; round++) {
      const reached = progress.acknowledged() + paymentsPerRound;
      await waitFor('payments', () => progress.acknowledged() >= reached);
      await damage(lotkeeper);
      recoveries.push(await measureRecovery(lotkeeper.url));
      servers.add(lotkeeper.serverPid());
    }
  } finally {
    ending.abort();
  }
  return { run: await sending, recoveries, servers };
}

interface KillDrill {
  name: string;
  description: string;
  damage: Damage;
  isQuick?: boolean;
  /** Whether the server itself must survive and answer every request. */
  serverSurvives?: boolean;
}

const makeKillDrill = (drill: KillDrill): Drill => ({
  name: drill.name,
  description: drill.description,
  isQuick: drill.isQuick ?? false,
  async run({ rounds }) {
    const lotkeeper = await startLotkeeper();
    try {
      const { run, recoveries, servers } = await damageUnderLoad(lotkeeper, drill.damage, rounds);
      const { lost, doubled } = await compareLedger(lotkeeper.databaseUrl(), run);
      const whole = { digits: 0 };
      const sent = `${run.acknowledged.size} acknowledged; ${describeStatuses(run)}`;
      const figures: Figure[] = [
        judged(`${drill.name}: payments lost`, lost, { most: 0, ...whole }, sent),
        judged(`${drill.name}: payments twice`, doubled + run.recordedTwice, { most: 0, ...whole }),
        judged(
          `${drill.name}: longest until ready`,
          Math.max(...recoveries) / 1000,
          { most: maxRecoveryMs / 1000, unit: ' s', digits: 1 },
          `${rounds} rounds`,
        ),
      ];
      if (drill.serverSurvives) {
        figures.push(
          judged(`${drill.name}: server processes that ended`, servers.size - 1, {
            most: 0,
            ...whole,
          }),
          judged(`${drill.name}: requests without an answer`, run.statuses.get(0) ?? 0, {
            most: 0,
            ...whole,
          }),
          judged(`${drill.name}: requests answered 500`, run.statuses.get(500) ?? 0, {
            most: 0,
            ...whole,
          }),
        );
      }
      return figures;
    } finally {
      await lotkeeper.stop();
    }
  },
});

/** Processes and connections that end while payments come in. */
export const killDrills: Drill[] = [
  makeKillDrill({
    name: 'kill the server',
    description: 'The server process is killed while payments are sent.',
    damage: (lotkeeper) => kill(lotkeeper.serverPid()),
    isQuick: true,
  }),
  makeKillDrill({
    name: 'kill PostgreSQL',
    description: 'The postmaster is killed while payments are sent.',
    damage: (lotkeeper) => kill(lotkeeper.postmasterPid()),
    serverSurvives: true,
  }),
  makeKillDrill({
    name: 'kill a backend',
    description:
      'One PostgreSQL backend is killed, as the kernel does when memory is short: PostgreSQL restarts and recovers.',
    damage: killBackend,
    serverSurvives: true,
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
    isQuick: true,
    serverSurvives: true,
  }),
];
