import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type BackupSummary, backUp } from '../backup/back-up.ts';
import { pruneBackups } from '../backup/prune.ts';
import type { Config } from '../config.ts';
import { readConfig } from '../config.ts';
import { refuseMissingDatabase } from '../embedded-postgres/embedded-postgres.ts';
import { lockFolder } from '../embedded-postgres/lock.ts';
import { openFiles } from '../kernel/data/bucket/open-files.ts';
import { StartError } from '../kernel/start-error.ts';
import { connectCommand, printLine, resolvePath, runProgram } from './command.ts';
import { openProgress } from './progress.ts';

const usage =
  'Usage: npm run backup -- --to FOLDER [--keep N] [--files-only]. N is how many of the newest backups stay. --files-only is for a PostgreSQL of your own, which you back up first.';

interface Arguments {
  to: string;
  /** undefined = all. */
  keep: number | undefined;
  isFilesOnly: boolean;
}

function readArguments(args: string[]): Arguments {
  try {
    const { values } = parseArgs({
      args,
      options: {
        to: { type: 'string' },
        keep: { type: 'string' },
        'files-only': { type: 'boolean', default: false },
      },
    });
    const { to, keep, 'files-only': isFilesOnly } = values;
    if (to && (keep === undefined || /^[1-9]\d{0,3}$/.test(keep)))
      return {
        to: resolvePath(to),
        keep: keep === undefined ? undefined : Number(keep),
        isFilesOnly,
      };
  } catch {}
  throw new StartError(usage);
}

function printSummary(summary: BackupSummary, seconds: number): void {
  const toMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  printLine(`Backed up to ${summary.folder} in ${seconds.toFixed(1)} s.`);
  printLine(
    `${toMegabytes(summary.bytes)} in the folder; ${summary.files} files, ${summary.newFiles} of them new with ${toMegabytes(summary.newFileBytes)}.`,
  );
  printLine('The folder holds the secret key: keep it as private as the data folder.');
  printLine(
    `To restore it: npm run restore -- --from ${JSON.stringify(summary.folder)} --to NEW_DATA_FOLDER`,
  );
}

/** Connects to the built-in database. */
async function connect(config: Config) {
  if (config.DATABASE_URL) {
    throw new StartError(
      'npm run backup is for the built-in database. Back up the one of DATABASE_URL with pg_dump or your provider’s snapshots, and then the files with npm run backup -- --files-only; docs/deploy.md shows both.',
    );
  }
  refuseMissingDatabase(config.DATA_DIR);
  return connectCommand(config);
}

async function runBackup(args: string[]): Promise<number> {
  const { to, keep, isFilesOnly } = readArguments(args);
  const config = readConfig(process.env);
  const { DATA_DIR: dataDir } = config;
  if (isFilesOnly && !existsSync(dataDir)) {
    throw new StartError(`There is no ${dataDir}: set DATA_DIR to the data folder of your server.`);
  }
  const storage = openFiles(config);
  const connected = isFilesOnly ? null : await connect(config);
  const started = performance.now();
  const progress = openProgress(process.stdout);
  try {
    await mkdir(to, { recursive: true, mode: 0o700 });
    const lock = lockFolder(
      to,
      (pid) => `Another backup (process ${pid}) is writing to ${to}. Wait until it's done.`,
    );
    try {
      const summary = await backUp({
        database: connected?.database ?? null,
        dataDir,
        fileStore: storage.store && storage.files,
        to,
        report: (text) => progress.show(text),
      }).finally(() => progress.end());
      printSummary(summary, (performance.now() - started) / 1000);
      const removed = keep === undefined ? [] : await pruneBackups(to, keep);
      for (const folder of removed) printLine(`Removed the older backup ${folder}.`);
      return 0;
    } finally {
      lock.release();
    }
  } finally {
    await connected?.close();
  }
}

await runProgram({ usage, run: runBackup });
