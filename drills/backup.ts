import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../bench/table.ts';
import { judged } from '../bench/table.ts';
import { openSqlPool } from '../server/src/kernel/data/database.ts';
import { countDifferences, runCommand } from './commands.ts';
import type { Drill } from './drill.ts';
import type { Restored } from './lost-machine.ts';
import {
  backUpAndLose,
  judgeBackup,
  judgeRestored,
  loseMachine,
  measureLoss,
  readStored,
} from './lost-machine.ts';
import type { Lotkeeper, StartOptions } from './lotkeeper.ts';
import { makeDataFolder, startLotkeeper, waitFor } from './lotkeeper.ts';
import type { PaymentRun } from './payments.ts';
import { describeStatuses } from './payments.ts';

const maxLostSeconds = 60;
/** The database is made as many times as large as the demo's. */
const growth = 10;
const demoSettings = { DEMO_DAYS: '548' };
const startMs = 900_000;
/** Milliseconds of payments before the machine dies. */
const loadMs = 30_000;

/** Copies all tables until the database has its size. */
async function grow(lotkeeper: Lotkeeper): Promise<number> {
  const sql = openSqlPool(lotkeeper.databaseUrl());
  const readSize = async () => {
    const [row] = await sql<[{ bytes: number }]>`
      select pg_database_size(current_database())::bigint as bytes`;
    return row.bytes;
  };
  try {
    const target = (await readSize()) * growth;
    await sql`create schema copies`;
    const tables = await sql<{ name: string }[]>`
      select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`;
    for (let round = 0; (await readSize()) < target; round++) {
      for (const { name } of tables)
        await sql.unsafe(`create table copies.${name}_${round} as select * from public.${name}`);
    }
    return await readSize();
  } finally {
    await sql.end();
  }
}

/** Restores the newest backup into a new folder, and starts Lotkeeper on it. */
async function restore(backups: string, run: PaymentRun): Promise<Restored> {
  const base = makeDataFolder();
  const dataDir = join(base, 'restored');
  try {
    const started = performance.now();
    await runCommand('restore.ts', ['--from', backups, '--to', dataDir]);
    const lotkeeper = await startLotkeeper({ dataDir, settings: demoSettings });
    const seconds = (performance.now() - started) / 1000;
    try {
      const differences = await countDifferences(dataDir);
      return { seconds, differences, ...(await readStored(lotkeeper.databaseUrl(), run)) };
    } finally {
      await lotkeeper.stop();
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

interface Installation {
  lotkeeper: Lotkeeper;
  backups: string;
  note: string;
}

/** Starts Lotkeeper on a large database, with a folder for backups beside it. */
async function withInstallation(
  isArchived: boolean,
  measure: (installation: Installation) => Promise<Figure[]>,
): Promise<Figure[]> {
  const base = makeDataFolder();
  const backups = join(base, 'backups');
  mkdirSync(backups);
  const options: StartOptions = {
    dataDir: join(base, 'data'),
    settings: demoSettings,
    timeoutMs: startMs,
  };
  const archived: StartOptions = {
    ...options,
    settings: { ...demoSettings, BACKUP_DIR: backups },
  };
  let lotkeeper: Lotkeeper | undefined;
  try {
    lotkeeper = await startLotkeeper(options);
    const bytes = await grow(lotkeeper);
    if (isArchived) {
      await lotkeeper.stop();
      lotkeeper = await startLotkeeper(archived);
    }
    const note = `${(bytes / 1e9).toFixed(1)} GB, ${growth} times the demo`;
    return await measure({ lotkeeper, backups, note });
  } finally {
    await lotkeeper?.stop();
    rmSync(base, { recursive: true, force: true });
  }
}

const backupName = 'backup and restore';

async function measureBackup({ lotkeeper, backups, note }: Installation): Promise<Figure[]> {
  const backup = await backUpAndLose(lotkeeper, (dataDir) =>
    runCommand('backup.ts', ['--to', backups], { DATA_DIR: dataDir }),
  );
  const restored = await restore(backups, backup.loss.run);
  return judgeBackup(backupName, backup, restored, note);
}

const archiveName = 'backup with an archive';

async function measureArchive({ lotkeeper, backups, note }: Installation): Promise<Figure[]> {
  const isBackedUp = () => readdirSync(backups).some((name) => name.endsWith('Z'));
  await waitFor('the first backup', isBackedUp, 300_000);
  const loss = await loseMachine(lotkeeper, async () => {
    const end = performance.now() + loadMs + Math.random() * 10_000;
    await waitFor('the end', () => performance.now() > end);
  });
  const restored = await restore(backups, loss.run);
  return [
    judged(
      `${archiveName}: seconds of payments lost`,
      measureLoss(loss, restored.stored),
      { most: maxLostSeconds, unit: ' s', digits: 1 },
      `${loss.run.acknowledged.size} acknowledged; ${describeStatuses(loss.run)}`,
    ),
    ...judgeRestored(archiveName, restored, note),
  ];
}

/** A machine that is lost with its disk, and what a backup brings back. */
export const backupDrills: Drill[] = [
  {
    name: backupName,
    description:
      'A backup is made while payments are sent. Then everything is killed, the data folder is removed, and the backup is restored into a new one.',
    run: () => withInstallation(false, measureBackup),
  },
  {
    name: archiveName,
    description:
      'With BACKUP_DIR: everything is killed while payments are sent, at a random time between two copies, the data folder is removed, and the archive is restored into a new one.',
    run: () => withInstallation(true, measureArchive),
  },
];
