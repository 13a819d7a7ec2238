import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../bench/table.ts';
import { queryOnce } from '../server/src/kernel/data/sql/query-once.ts';
import type { PostgresServer } from '../server/src/testing/standby.ts';
import { startPrimary } from '../server/src/testing/standby.ts';
import { countDifferences, runCommand } from './commands.ts';
import type { Drill } from './drill.ts';
import type { Restored } from './lost-machine.ts';
import { backUpAndLose, judgeBackup, readStored } from './lost-machine.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { killAll, makeDataFolder, startLotkeeper } from './lotkeeper.ts';
import type { PaymentRun } from './payments.ts';

const name = 'backup of an external database';
const startMs = 900_000;
const settings = { DEMO_DAYS: '548', SECRET_KEY: randomBytes(32).toString('base64url') };

/** Makes an empty database whose owner isn’t a superuser; returns its URL. */
async function makeDatabase({ url }: PostgresServer): Promise<string> {
  const password = randomBytes(12).toString('hex');
  await queryOnce(url, `create role operator login createrole password '${password}'`);
  await queryOnce(url, 'create database lots owner operator');
  return url.replace(/:\/\/[^@]*@/, `://operator:${password}@`).replace(/\/lotkeeper$/, '/lots');
}

async function withPostgres<T>(work: (server: PostgresServer) => Promise<T>): Promise<T> {
  const server = await startPrimary();
  return work(server).finally(() => server.remove());
}

/** Restores the backup into a new PostgreSQL and a new folder, and starts Lotkeeper on them. */
async function restore(base: string, backups: string, run: PaymentRun): Promise<Restored> {
  return withPostgres(async (server) => {
    const databaseUrl = await makeDatabase(server);
    const own = { ...settings, DATABASE_URL: databaseUrl };
    const dataDir = join(base, 'restored');
    const started = performance.now();
    await runCommand('restore.ts', ['--from', backups, '--to', dataDir], own);
    const lotkeeper = await startLotkeeper({ dataDir, settings: own });
    const seconds = (performance.now() - started) / 1000;
    try {
      const differences = await countDifferences(dataDir, own);
      return { seconds, differences, ...(await readStored(databaseUrl, run)) };
    } finally {
      await lotkeeper.stop();
    }
  });
}

async function measure(base: string): Promise<Figure[]> {
  const backups = join(base, 'backups');
  mkdirSync(backups);
  let lotkeeper: Lotkeeper | undefined;
  let note = '';
  const backup = await withPostgres(async (server) => {
    const databaseUrl = await makeDatabase(server);
    const own = { ...settings, DATABASE_URL: databaseUrl };
    const running = await startLotkeeper({
      dataDir: join(base, 'data'),
      settings: own,
      timeoutMs: startMs,
    });
    lotkeeper = running;
    const [size] = await queryOnce<{ gigabytes: number }>(
      databaseUrl,
      'select pg_database_size(current_database())::float8 / 1e9 as gigabytes',
    );
    note = `${size?.gigabytes.toFixed(1)} GB, the demo`;
    return backUpAndLose(
      running,
      (dataDir) => runCommand('backup.ts', ['--to', backups], { ...own, DATA_DIR: dataDir }),
      () => {
        killAll(running);
        server.kill();
      },
    );
  }).finally(() => lotkeeper?.stop());
  return judgeBackup(name, backup, await restore(base, backups, backup.loss.run), note);
}

/** A machine with a PostgreSQL of its own that is lost with both, and what a backup brings back. */
export const externalBackupDrills: Drill[] = [
  {
    name,
    description:
      'Lotkeeper has a PostgreSQL of its operator’s and a role without superuser rights. A backup is made while payments are sent. Then everything is killed, the data folder and the database are removed, and the backup is restored into a new PostgreSQL.',
    async run() {
      const base = makeDataFolder();
      try {
        return await measure(base);
      } finally {
        rmSync(base, { recursive: true, force: true });
      }
    },
  },
];
