import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type BackupKind, type BackupSummary, backUp } from '../backup/back-up.ts';
import { pruneBackups } from '../backup/prune.ts';
import { refuseMissingDatabase } from '../embedded-postgres/embedded-postgres.ts';
import { lockFolder } from '../embedded-postgres/lock.ts';
import { readConfig } from '../kernel/config.ts';
import { connectDatabase } from '../kernel/data/connect.ts';
import { noLimits } from '../kernel/data/database.ts';
import { StartError } from '../kernel/start-error.ts';
import { printLine, resolvePath, runProgram } from './command.ts';
import { openProgress } from './progress.ts';

const usage =
  'Usage: npm run backup -- --to FOLDER [--keep N] [--tables]. N is how many of the newest backups stay. --tables copies the rows of the built-in database, so that a PostgreSQL of your own can take them.';

interface Arguments {
  to: string;
  /** Undefined = all. */
  keep: number | undefined;
  /** Whether the rows of all tables are wanted, instead of the built-in PostgreSQL as it is. */
  tables: boolean;
}

function readArguments(args: string[]): Arguments {
  try {
    const { values } = parseArgs({
      args,
      options: {
        to: { type: 'string' },
        keep: { type: 'string' },
        tables: { type: 'boolean', default: false },
      },
    });
    const { to, keep, tables } = values;
    if (to && (keep === undefined || /^[1-9]\d{0,3}$/.test(keep)))
      return { to: resolvePath(to), keep: keep === undefined ? undefined : Number(keep), tables };
  } catch {}
  throw new StartError(usage);
}

function printSummary(summary: BackupSummary, kind: BackupKind, seconds: number): void {
  const toMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  printLine(`Backed up to ${summary.folder} in ${seconds.toFixed(1)} s.`);
  printLine(
    `${toMegabytes(summary.bytes)} for the database; ${summary.files} files, ${summary.newFiles} of them new with ${toMegabytes(summary.newFileBytes)}.`,
  );
  printLine('The folder holds the secret key: keep it as private as the data folder.');
  const restore = `npm run restore -- --from ${JSON.stringify(summary.folder)} --to NEW_DATA_FOLDER`;
  printLine(
    kind === 'built-in'
      ? `To restore it: ${restore}`
      : `To restore it, with DATABASE_URL set to an empty database: ${restore}`,
  );
}

async function runBackup(args: string[]): Promise<number> {
  const { to, keep, tables } = readArguments(args);
  const config = readConfig(process.env);
  const hasOwnDatabase = Boolean(config.DATABASE_URL);
  const kind: BackupKind = hasOwnDatabase || tables ? 'tables' : 'built-in';
  if (!hasOwnDatabase) refuseMissingDatabase(config.DATA_DIR);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const lock = lockFolder(
    to,
    (pid) => `Another backup (process ${pid}) is writing to ${to}. Wait until it's done.`,
  );
  const started = performance.now();
  const progress = openProgress(process.stdout);
  try {
    const { database, close } = await connectDatabase(config, {
      log: { info: () => undefined, error: (line) => process.stderr.write(`${line}\n`) },
      isCommand: true,
      limits: noLimits,
    });
    const summary = await backUp({
      database,
      kind,
      dataDir: config.DATA_DIR,
      to,
      report: (text) => progress.show(text),
    }).finally(() => {
      progress.end();
      return close();
    });
    printSummary(summary, kind, (performance.now() - started) / 1000);
    const removed = keep === undefined ? [] : await pruneBackups(to, keep);
    for (const folder of removed) printLine(`Removed the older backup ${folder}.`);
    return 0;
  } finally {
    lock.release();
  }
}

await runProgram({ usage, run: runBackup });
