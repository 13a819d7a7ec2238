import { randomBytes } from 'node:crypto';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { openClock } from '../../server/src/testing/open-clock.ts';
import { makeFolder } from '../../server/src/testing/processes.ts';
import { startPrimary } from '../../server/src/testing/standby.ts';
import type { Lot } from '../bench/reads/read.ts';
import type { Figure } from '../bench/table.ts';
import { judging } from '../bench/table.ts';
import { buildWrites, compareAllReads, compareWrites, measureTimes } from './citus-comparison.ts';
import { moveUnderLoad, stopWorker } from './citus-damage.ts';
import { compareDeletion } from './citus-deletion.ts';
import type { Installation } from './citus-installation.ts';
import { drillName, presentTime } from './citus-installation.ts';
import { checkJobs, checkNotifications } from './citus-notifications.ts';
import { countDifferences, runCommand } from './commands.ts';
import { copyRows } from './copy-database.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { startLotkeeper } from './lotkeeper.ts';
import { admin, createKey, signIn } from './people.ts';

/** Runs `npm run distribute`. Returns the seconds it took. */
async function distribute(url: string): Promise<number> {
  const started = performance.now();
  await runCommand('distribute.ts', [], { DATABASE_URL: url });
  return (performance.now() - started) / 1000;
}

const verifyLedger = (url: string) => countDifferences({ DATABASE_URL: url }, '--without-images');

type Loaded = Pick<Installation, 'tokens' | 'lots' | 'machines'>;

/** Migrates the empty database, loads the demo, and signs in, on the coordinator alone. */
async function loadDemo(url: string, start: () => Promise<Lotkeeper>): Promise<Loaded> {
  const lotkeeper = await start();
  const person = await signIn(lotkeeper, `${admin} and of Lakeshore Park & Go`);
  const superuser = await signIn(lotkeeper, 'Superuser');
  const lots = await queryOnce<Lot>(
    url,
    `select distinct on (organization_id) pk::int, uuid, organization_id::int as organization, timezone
     from spots where organization_id in (1, 2) order by organization_id, pk`,
  );
  const machines = [(await createKey(person, 1)).key, (await createKey(person, 2)).key] as const;
  await lotkeeper.stop();
  return {
    tokens: { admin: person.token, superuser: superuser.token, machine: machines[0] },
    lots: lots as unknown as Loaded['lots'],
    machines,
  };
}

async function measure(citusUrl: string): Promise<Figure[]> {
  const { url: plainUrl } = await startPrimary();
  const dataDir = makeFolder();
  const clock = openClock();
  clock.set(presentTime);
  const settings = {
    ...clock.settings,
    RATE_PER_KEY: '0',
    SECRET_KEY: randomBytes(32).toString('base64url'),
    RATE_PER_PERSON: '0',
    RATE_PER_ADDRESS: '0',
    MAX_RUNNING_CALLS: '0',
  };
  const start = (url: string, DEMO: '0' | '1') =>
    startLotkeeper({ settings: { ...settings, DATABASE_URL: url, DEMO }, dataDir });
  const loaded = await loadDemo(citusUrl, () => start(citusUrl, '1'));
  // This also migrates it.
  await verifyLedger(plainUrl);
  await copyRows(citusUrl, plainUrl);
  const seconds = await distribute(citusUrl);
  const citus = await start(citusUrl, '0');
  const plain = await start(plainUrl, '0');
  const installation = { citusUrl, plainUrl, citus, plain, ...loaded };
  const writes = await buildWrites(installation);
  return [
    { label: `${drillName}: distributing`, figure: `${seconds.toFixed(1)} s`, target: '' },
    ...(await compareAllReads(installation)),
    ...(await measureTimes(installation)),
    ...(await checkNotifications(installation)),
    ...(await moveUnderLoad(installation)),
    ...(await stopWorker(installation)),
    ...(await compareWrites(installation, writes)),
    ...(await compareDeletion(installation, clock)),
    await checkJobs(installation),
    judging(drillName).zero(
      'differences that ledger:verify finds after all writes',
      await verifyLedger(citusUrl),
    ),
  ];
}

/** Distributed PostgreSQL compared with plain PostgreSQL. */
export const citusDrills: Drill[] = [
  {
    name: drillName,
    description:
      'The demo is distributed among the workers of a Citus cluster, and every read of the API is compared with the answer of a server on plain PostgreSQL with the same rows. An organization moves to another worker while payments are sent, a worker is stopped, and every write of the API is sent to both servers. `CITUS_URL` names an empty database on the coordinator, `CITUS_STOP_WORKER` and `CITUS_START_WORKER` shell commands that stop one of two workers at once, and start it again. With `DRILL_DEBUG=1` the answers that differ are printed.',
    run: async () =>
      process.env.CITUS_URL
        ? measure(process.env.CITUS_URL)
        : {
            skipped:
              'It needs CITUS_URL, an empty database on a Citus coordinator with two workers.',
          },
  },
];
