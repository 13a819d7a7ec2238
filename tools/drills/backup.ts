import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { makeFolder } from '../../server/src/testing/processes.ts';
import type { Figure } from '../bench/table.ts';
import { judging } from '../bench/table.ts';
import { runCommand } from './commands.ts';
import type { Drill } from './drill.ts';
import { judgeRestored, loseMachine, measureLoss, restore } from './lost-machine.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { startLotkeeper, waitFor } from './lotkeeper.ts';
import { describeRun } from './payments.ts';

const maxLostMs = 60_000;
/** The database is this many times as large as the demo's. */
const growth = 10;
const demoSettings = { DEMO_DAYS: '548' };
const startMs = 900_000;
/** Milliseconds of payments before the machine is lost. */
const loadMs = 30_000;

/** Copies all tables until the database has the wanted size, which it returns in bytes. */
async function grow(url: string): Promise<number> {
  const readSize = async () => {
    const [row] = await queryOnce<{ bytes: string }>(
      url,
      'select pg_database_size(current_database()) as bytes',
    );
    return Number(row?.bytes);
  };
  const target = (await readSize()) * growth;
  await queryOnce(url, 'create schema copies');
  const tables = await queryOnce<{ name: string }>(
    url,
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  for (let round = 0; (await readSize()) < target; round++) {
    for (const { name } of tables)
      await queryOnce(url, `create table copies.${name}_${round} as select * from public.${name}`);
  }
  return readSize();
}

interface Installation {
  lotkeeper: Lotkeeper;
  backups: string;
  note: string;
}

/** Starts Lotkeeper on a large database, with a separate folder for backups. */
async function startInstallation(isArchived: boolean): Promise<Installation> {
  const base = makeFolder();
  const backups = join(base, 'backups');
  mkdirSync(backups);
  const options = { dataDir: join(base, 'data'), settings: demoSettings, timeoutMs: startMs };
  let lotkeeper = await startLotkeeper(options);
  const bytes = await grow(lotkeeper.databaseUrl());
  if (isArchived) {
    await lotkeeper.stop();
    const settings = { ...demoSettings, BACKUP_DIR: backups };
    lotkeeper = await startLotkeeper({ ...options, settings });
  }
  return { lotkeeper, backups, note: `${(bytes / 1e9).toFixed(1)} GB, ${growth} times the demo` };
}

const backupName = 'backup and restore';

/** Backs up while payments are sent, then loses the machine. */
async function measureBackup(): Promise<Figure[]> {
  const { lotkeeper, backups, note } = await startInstallation(false);
  let before = 0;
  let backupMs = 0;
  const { run } = await loseMachine(lotkeeper, async (payments) => {
    await payments.waitForMore(100);
    before = payments.run.acknowledged.size;
    const started = performance.now();
    await runCommand('backup.ts', ['--to', backups], { DATA_DIR: lotkeeper.dataDir });
    backupMs = performance.now() - started;
  });
  const restored = await restore(backups, run, demoSettings);
  const earlier = [...run.acknowledged].slice(0, before);
  return [
    judging(backupName).zero(
      'payments lost that were acknowledged before the backup',
      earlier.filter((id) => !restored.stored.has(id)).length,
      `${before} acknowledged before it, ${run.acknowledged.size - before} during it`,
    ),
    {
      label: `${backupName}: time of the backup`,
      figure: `${(backupMs / 1000).toFixed(1)} s`,
      target: '',
    },
    ...judgeRestored(backupName, restored, note),
  ];
}

const archiveName = 'backup with an archive';

async function measureArchive(): Promise<Figure[]> {
  const { lotkeeper, backups, note } = await startInstallation(true);
  const isBackedUp = () => readdirSync(backups).some((name) => name.endsWith('Z'));
  await waitFor('the first backup', isBackedUp, 300_000);
  const loss = await loseMachine(lotkeeper, () => pause(loadMs + Math.random() * 10_000));
  const restored = await restore(backups, loss.run, demoSettings);
  return [
    judging(archiveName).seconds(
      'seconds of payments lost',
      measureLoss(loss, restored),
      maxLostMs,
      describeRun(loss.run),
    ),
    ...judgeRestored(archiveName, restored, note),
  ];
}

/** A machine that is lost with its disk, and what a backup restores. */
export const backupDrills: Drill[] = [
  {
    name: backupName,
    description:
      'A backup is made while payments are sent. Then everything is killed, the data folder is removed, and the backup is restored into a new one.',
    run: measureBackup,
  },
  {
    name: archiveName,
    description:
      'With BACKUP_DIR: everything is killed while payments are sent, at a random time between two copies, the data folder is removed, and the archive is restored into a new one.',
    run: measureArchive,
  },
];
