import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lot } from '../bench/reads/read.ts';
import type { Figure } from '../bench/table.ts';
import { judged } from '../bench/table.ts';
import { queryOnce } from '../server/src/kernel/data/sql/query-once.ts';
import { startPrimary } from '../server/src/testing/standby.ts';
import { buildWrites, compareAllReads, compareWrites, measureTimes } from './citus-comparison.ts';
import { moveUnderLoad, stopWorker } from './citus-damage.ts';
import { compareDeletion } from './citus-deletion.ts';
import type { Installation } from './citus-installation.ts';
import { drillName, presentTime, zero } from './citus-installation.ts';
import { checkJobs, checkNotifications, createKey } from './citus-notifications.ts';
import type { ShiftedClock } from './clock.ts';
import { openClock } from './clock.ts';
import { copyRows } from './copy-database.ts';
import type { Drill } from './drill.ts';
import { verifyLedger } from './ledger.ts';
import { makeDataFolder, startLotkeeper, withLotkeeper } from './lotkeeper.ts';
import { admin, signIn } from './people.ts';

const run = promisify(execFile);
const command = join(import.meta.dirname, '../server/src/commands/distribute.ts');

/** Runs `npm run distribute`. Returns the seconds it took. */
async function distribute(url: string): Promise<number> {
  const started = performance.now();
  await run(process.execPath, [command], { env: { ...process.env, DATABASE_URL: url } });
  return (performance.now() - started) / 1000;
}

interface Databases {
  citusUrl: string;
  plainUrl: string;
  dataDir: string;
  /** Settings of every server. */
  settings: Record<string, string>;
  clock: ShiftedClock;
}

type Loaded = Pick<Installation, 'tokens' | 'lots' | 'machines'>;

/** Migrates the empty database, loads the demo, and signs in, on the coordinator alone. */
const loadDemo = ({ citusUrl, settings, dataDir }: Databases): Promise<Loaded> =>
  withLotkeeper(
    async (lotkeeper) => {
      const person = await signIn(lotkeeper, `${admin} and of Lakeshore Park & Go`);
      const superuser = await signIn(lotkeeper, 'Superuser');
      const lots = await queryOnce<Lot>(
        citusUrl,
        `select distinct on (organization_id) pk::int, uuid, organization_id::int as organization, timezone
         from spots where organization_id in (1, 2) order by organization_id, pk`,
      );
      const machines = [
        (await createKey(person, 1)).key,
        (await createKey(person, 2)).key,
      ] as const;
      return {
        tokens: { admin: person.token, superuser: superuser.token, machine: machines[0] },
        lots: lots as unknown as Loaded['lots'],
        machines,
      };
    },
    { settings: { ...settings, DATABASE_URL: citusUrl }, dataDir },
  );

async function measure(databases: Databases): Promise<Figure[]> {
  const { citusUrl, plainUrl, settings, dataDir, clock } = databases;
  const loaded = await loadDemo(databases);
  // Migrates it.
  await verifyLedger(plainUrl);
  await copyRows(citusUrl, plainUrl);
  const seconds = await distribute(citusUrl);
  const start = (url: string) =>
    startLotkeeper({ settings: { ...settings, DATABASE_URL: url, DEMO: '0' }, dataDir });
  const citus = await start(citusUrl);
  try {
    const plain = await start(plainUrl);
    try {
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
        judged(
          `${drillName}: differences that ledger:verify finds after all writes`,
          await verifyLedger(citusUrl),
          zero,
        ),
      ];
    } finally {
      await plain.stop();
    }
  } finally {
    await citus.stop();
  }
}

/** Distributed PostgreSQL beside plain PostgreSQL. */
export const citusDrills: Drill[] = [
  {
    name: drillName,
    description:
      'The demo is distributed among the workers of a Citus cluster, and every read of the API is compared with the answer of a server on plain PostgreSQL with the same rows. An organization moves to another worker while payments are sent, a worker is stopped, and every write of the API is sent to both servers. `CITUS_URL` names an empty database on the coordinator, `CITUS_STOP_WORKER` and `CITUS_START_WORKER` shell commands that stop one of two workers at once, and start it again. With `DRILL_DEBUG=1` the answers that differ are printed.',
    async run() {
      const { CITUS_URL: citusUrl } = process.env;
      if (!citusUrl)
        return {
          skipped: 'It needs CITUS_URL, an empty database on a Citus coordinator with two workers.',
        };
      const plain = await startPrimary();
      const dataDir = makeDataFolder();
      try {
        const clock = openClock(dataDir);
        clock.set(presentTime);
        const settings = {
          ...clock.settings,
          SECRET_KEY: randomBytes(32).toString('base64url'),
          RATE_PER_PERSON: '0',
          RATE_PER_ADDRESS: '0',
          MAX_RUNNING_CALLS: '0',
        };
        return await measure({ citusUrl, plainUrl: plain.url, dataDir, settings, clock });
      } finally {
        await plain.remove();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  },
];
