import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { startEmbeddedPostgres } from '../../server/src/embedded-postgres/embedded-postgres.ts';
import { payoutJob, payoutSweep } from '../../server/src/features/money/payouts/payouts.jobs.ts';
import { systemClock } from '../../server/src/kernel/clock.ts';
import type { Database } from '../../server/src/kernel/data/database.ts';
import { noLimits, openDatabase } from '../../server/src/kernel/data/database.ts';
import { enqueue } from '../../server/src/kernel/data/jobs.ts';
import { openSandbox } from '../../server/src/processor/sandbox.ts';
import { atEnd } from '../../server/src/testing/at-end.ts';
import { makePayoutAccount } from '../../server/src/testing/payouts.factory.ts';
import { makeOrganization } from '../../server/src/testing/people.factory.ts';
import { makeFolder } from '../../server/src/testing/processes.ts';
import { record, rental } from '../../server/src/testing/rentals.factory.ts';
import { makeSpot } from '../../server/src/testing/spots.factory.ts';
import type { Figure } from '../bench/table.ts';
import { judged, judging } from '../bench/table.ts';
import { countDifferences } from './commands.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { measureRecovery, startLotkeeper, waitFor } from './lotkeeper.ts';

const name = 'two processes with payouts';
const organizationsPerRound = 12;
const jobsPerOrganization = 6;
const sweepsPerRound = 6;
/** Cents charged for each organization, and what remains after a commission of 10 %. */
const takenCents = 10_000;
const dueCents = 9000;

interface Holder {
  pk: number;
  uuid: string;
}

/** An organization with money due for a finished period. */
async function makePayable(database: Database): Promise<Holder> {
  const organization = await makeOrganization(database.system, { name: 'Drill Parking' });
  const spot = await makeSpot(database.system, { organization });
  const start = toIso(instant(systemClock() - 70 * dayMs));
  await record(database.system, spot, [rental(spot, start, takenCents)]);
  const sandbox = openSandbox({ sql: database.system, clock: systemClock });
  await makePayoutAccount({ database, sandbox }, organization);
  return organization;
}

async function queueJobs({ system }: Database, organizations: readonly Holder[]): Promise<void> {
  await system.begin(async (tx) => {
    for (let job = 0; job < jobsPerOrganization; job++) {
      for (const { pk } of organizations) {
        await enqueue(tx, payoutJob, { organization_id: pk });
      }
      if (job < sweepsPerRound) await enqueue(tx, payoutSweep, {});
    }
  });
}

/** Queues jobs, and kills a server as soon as one of them has created an order. */
async function killWhilePaying(database: Database, victim: Lotkeeper): Promise<Holder[]> {
  const organizations: Holder[] = [];
  for (let count = 0; count < organizationsPerRound; count++) {
    organizations.push(await makePayable(database));
  }
  const server = victim.serverPid();
  if (server === undefined) throw new Error('There is no server to kill.');
  const pks = organizations.map(({ pk }) => pk);
  await queueJobs(database, organizations);
  const hasOrder = async () =>
    (
      await database.system`
      select from payout_orders where organization_id = any(${pks}) limit 1`
    ).length > 0;
  // Without a pause, so that the server is killed while it pays.
  while (!(await hasOrder())) await setImmediate();
  process.kill(server, 'SIGKILL');
  await waitFor('the next server', () => (victim.serverPid() ?? server) !== server);
  await measureRecovery(victim.url);
  return organizations;
}

async function waitForJobs({ system }: Database): Promise<void> {
  await waitFor(
    'the end of the jobs',
    async () => {
      const [row] = await system<[{ jobs: number }]>`
        select count(*)::int as jobs from graphile_worker.jobs
        where task_identifier in ('pay_organization', 'sweep_payouts') and attempts < max_attempts`;
      return row.jobs === 0;
    },
    240_000,
  );
}

/** Expires the claims of killed servers, as ten minutes would; returns how many there were. */
async function expireClaims(database: Database, organizations: readonly Holder[]): Promise<number> {
  const rows = await database.system`
    update payout_orders set claimed_until = now() where state = 'sending' returning pk`;
  await queueJobs(database, organizations);
  await waitForJobs(database);
  return rows.length;
}

interface Sums {
  orders: number;
  most: number;
  ordered: number;
  sent: number;
  booked: number;
}

async function readSums({ system }: Database, organizations: readonly Holder[]): Promise<Sums> {
  const pks = organizations.map(({ pk }) => pk);
  const uuids = organizations.map(({ uuid }) => uuid);
  const [row] = await system<[Sums]>`
    with orders as (
      select count(*) as times, sum(amount) as amount from payout_orders
      where organization_id = any(${pks}) group by organization_id, period)
    select (select sum(times) from orders)::int as orders, (select max(times) from orders)::int as most,
      (select sum(amount) from orders)::bigint as ordered,
      (select coalesce(sum(p.amount), 0) from processor.payouts p
        join processor.banks b on b.ref = p.bank_ref join processor.accounts a on a.ref = b.account_ref
        where a.holder::text = any(${uuids}))::bigint as sent,
      (select coalesce(sum(payout), 0) from ledger_entries
        where organization_id = any(${pks}) and kind = 'payout')::bigint as booked`;
  return row;
}

async function judge(
  database: Database,
  organizations: readonly Holder[],
  note: string,
): Promise<Figure[]> {
  const sums = await readSums(database, organizations);
  const due = organizations.length * dueCents;
  const url = { DATABASE_URL: database.url };
  const { zero } = judging(name);
  const off = (difference: string, amount: number) =>
    zero(`cents ${difference}, beyond or below the ${due} due`, Math.abs(amount - due));
  const most = { most: 1, digits: 0 };
  return [
    judged(`${name}: most orders of an organization and period`, sums.most, most, note),
    off('ordered', sums.ordered),
    off('at the processor', sums.sent),
    off('in the ledger', sums.booked),
    zero('differences that ledger:verify finds', await countDifferences(url, '--without-images')),
  ];
}

async function measure(rounds: number): Promise<Figure[]> {
  const log = { info: () => undefined, error: () => undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: makeFolder(), log });
  atEnd(() => postgres.stop());
  const settings = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    DEMO: '0',
  };
  const servers = [await startLotkeeper({ settings }), await startLotkeeper({ settings })];
  const database = openDatabase({ url: postgres.url, pool: 2, prepare: true, limits: noLimits });
  atEnd(() => database.close());
  const organizations: Holder[] = [];
  for (let round = 0; round < rounds; round++) {
    const victim = servers[round % servers.length] as Lotkeeper;
    organizations.push(...(await killWhilePaying(database, victim)));
  }
  await waitForJobs(database);
  const claims = await expireClaims(database, organizations);
  const jobs = organizations.length * jobsPerOrganization;
  const note = `${organizations.length} organizations, ${jobs} jobs and ${rounds * sweepsPerRound} sweeps, ${rounds} kills; ${claims} claims of killed servers had to run out`;
  return judge(database, organizations, note);
}

/** Two servers on one database; one is killed while both pay. */
export const payoutDrills: Drill[] = [
  {
    name,
    description:
      'Two servers work on one database; many jobs to pay the same organizations are queued at once, and one server is killed in each round as soon as an order is made.',
    run: ({ rounds }) => measure(rounds),
  },
];
