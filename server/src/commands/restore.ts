import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { fromIso, type Instant } from '@lotkeeper/contract/kernel/calendar';
import { getBackupTime, listBackups, readManifest } from '../backup/manifest.ts';
import { restoreBuiltIn } from '../backup/restore-built-in.ts';
import { restoreFilesOnly } from '../backup/restore-files.ts';
import { verifyBackupFolder, verifySharedFiles } from '../backup/verify.ts';
import { formatTimestamp } from '../kernel/clock.ts';
import { StartError } from '../kernel/start-error.ts';
import { printLine, resolvePath, runProgram } from './command.ts';
import { openProgress } from './progress.ts';

const usage =
  'Usage: npm run restore -- --from FOLDER --to DATA_FOLDER [--until TIME | --without-archive], or --from FOLDER --verify to check without restoring. FOLDER is one backup, or a folder of backups. TIME is written as 2026-06-15T09:30:00Z or 2026-06-15T09:30:00-07:00.';

interface Arguments {
  from: string;
  /** undefined = verify only. */
  to: string | undefined;
  until: Instant | undefined;
  withoutArchive: boolean;
}

function readArguments(args: string[]): Arguments {
  try {
    const { values } = parseArgs({
      args,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        until: { type: 'string' },
        'without-archive': { type: 'boolean', default: false },
        verify: { type: 'boolean', default: false },
      },
    });
    const { from, to, until, verify, 'without-archive': withoutArchive } = values;
    const isOrder = verify
      ? !to && !until && !withoutArchive
      : to !== undefined && to !== '' && !(until && withoutArchive);
    if (from && isOrder) {
      return {
        from: resolvePath(from),
        to: to === undefined ? undefined : resolvePath(to),
        until: until === undefined ? undefined : fromIso(until),
        withoutArchive,
      };
    }
  } catch {}
  throw new StartError(usage);
}

/** The backup from the command line; in a folder of backups, the newest one, or the newest before `until`. */
async function chooseBackup({ from, until }: Arguments): Promise<string> {
  const backups = await listBackups(from);
  if (backups.length === 0 || until === undefined) return backups.at(-1) ?? from;
  const isEarlier = async (backup: string) => getBackupTime(await readManifest(backup)) <= until;
  for (const backup of backups.toReversed()) if (await isEarlier(backup)) return backup;
  throw new StartError(`The oldest backup in ${from} is newer than --until: ${backups[0]}.`);
}

/** Verifies a backup, or all backups in a folder, and prints up to when each can be restored. */
async function runVerify(from: string): Promise<number> {
  const known = await listBackups(from);
  const folders = known.length > 0 ? known : [from];
  const backups = known.length > 0 ? from : dirname(from);
  const progress = openProgress(process.stdout);
  const report = (text: string) => progress.show(text);
  let failures = 0;
  const attempt = async (work: () => Promise<string>) => {
    try {
      const text = await work();
      progress.end();
      printLine(text);
    } catch (error) {
      progress.end();
      if (!(error instanceof StartError)) throw error;
      failures += 1;
      process.stderr.write(`${error.message}\n`);
    }
  };
  for (const folder of folders) {
    await attempt(async () => {
      const { madeAt, restorableUntil, hasArchive } = await verifyBackupFolder(folder, report);
      const archive = hasArchive
        ? `with its archive up to ${formatTimestamp(restorableUntil)}`
        : 'and has no archive';
      return `${folder} is complete as of ${formatTimestamp(madeAt)}, ${archive}.`;
    });
  }
  await attempt(async () => {
    const count = await verifySharedFiles(backups, report);
    return `${count} shared files are as they were stored.`;
  });
  return failures === 0 ? 0 : 1;
}

interface Order extends Arguments {
  /** The one backup. */
  from: string;
  dataDir: string;
  report: (progress: string) => void;
}

async function restore(order: Order): Promise<Instant> {
  const manifest = await readManifest(order.from);
  const { database } = manifest;
  if (database) return restoreBuiltIn({ ...order, manifest: { ...manifest, database } });
  await restoreFilesOnly(order, manifest);
  return getBackupTime(manifest);
}

async function runRestore(args: string[]): Promise<number> {
  const order = readArguments(args);
  const { to: dataDir } = order;
  if (dataDir === undefined) return runVerify(order.from);
  const from = await chooseBackup(order);
  const started = performance.now();
  const progress = openProgress(process.stdout);
  const report = (text: string) => progress.show(text);
  const at = await restore({ ...order, from, dataDir, report }).finally(() => progress.end());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  printLine(`Restored ${from} to ${dataDir} in ${seconds} s, as of ${formatTimestamp(at)}.`);
  printLine(
    `Set DATA_DIR=${JSON.stringify(dataDir)}, run npm run ledger:verify, and start Lotkeeper with npm start.`,
  );
  return 0;
}

await runProgram({ usage, run: runRestore });
