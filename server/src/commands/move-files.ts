import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FileHolder, MoveSummary } from '../backup/move-files.ts';
import {
  copyFiles,
  deleteCopied,
  openBucketHolder,
  openFolderHolder,
} from '../backup/move-files.ts';
import type { Config } from '../config.ts';
import { systemClock } from '../kernel/clock.ts';
import { parseBucketUrl } from '../kernel/data/bucket/bucket-address.ts';
import { openBucket, openFiles, toFilesFolder } from '../kernel/data/bucket/open-files.ts';
import { toStoreProblem } from '../kernel/data/bucket/store-problem.ts';
import type { Database } from '../kernel/data/database.ts';
import { StartError } from '../kernel/start-error.ts';
import { isLateFileNeeded } from '../records/cars/late-files.ts';
import { printLine, runCommand } from './command.ts';
import { openProgress } from './progress.ts';

const usage =
  'Usage: npm run move-files -- --to PLACE [--from PLACE] [--delete]. PLACE is folder, or the URL of an object store as in FILES_URL. --from is by default where the server’s settings have the files. --delete deletes from there what has arrived, once the server’s settings no longer name it.';

interface Arguments {
  to: string;
  from: string | undefined;
  deletes: boolean;
}

const isHolder = (text: string) => text === 'folder' || parseBucketUrl(text) !== null;

function readArguments(args: string[]): Arguments {
  try {
    const { values } = parseArgs({
      args,
      options: {
        to: { type: 'string' },
        from: { type: 'string' },
        delete: { type: 'boolean', default: false },
      },
    });
    const { to, from, delete: deletes } = values;
    if (to && isHolder(to) && (from === undefined || isHolder(from))) return { to, from, deletes };
  } catch {}
  throw new StartError(usage);
}

/** Refuses an object store that doesn't work before anything is copied. */
async function openHolder(config: Config, name: string): Promise<FileHolder> {
  if (name === 'folder') return openFolderHolder(toFilesFolder(config.DATA_DIR));
  if (!config.AWS_ACCESS_KEY_ID || !config.AWS_SECRET_ACCESS_KEY)
    throw new StartError('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the file store.');
  const { files, store } = openFiles({ ...config, FILES_URL: name });
  try {
    await store?.check();
  } catch (error) {
    throw new StartError(`The file store can’t be used: ${toStoreProblem(error).reason}.`);
  }
  return openBucketHolder(openBucket(config, name), files);
}

/** Lets the server look again at images that it removed at the source while they were copied. */
async function noteRemoved(
  { system }: Database,
  { onlyThere }: MoveSummary,
  to: FileHolder,
): Promise<void> {
  const now = systemClock();
  for (const name of onlyThere)
    if (!(await isLateFileNeeded(system, name, now))) await to.remove(name);
}

function printSummary({ copied, present, damaged }: MoveSummary): void {
  printLine(`${copied} files copied and verified; ${present} were there.`);
  for (const name of damaged) printLine(`Not copied, because its bytes have changed: ${name}`);
}

async function move(database: Database, config: Config, order: Arguments): Promise<number> {
  const current = config.FILES_URL ?? 'folder';
  const { to: toName, from: fromName = current, deletes } = order;
  if (fromName === toName) throw new StartError('The files are there already: name another place.');
  if (deletes && fromName === current)
    throw new StartError(
      `The server’s settings still have the files in ${fromName === 'folder' ? 'the folder' : 'that store'}: change FILES_URL, restart the server, and run this again with --from and --delete.`,
    );
  const folder = join(config.DATA_DIR, 'spool');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const progress = openProgress(process.stdout);
  const report = (text: string) => progress.show(text);
  const from = await openHolder(config, fromName);
  const to = await openHolder(config, toName);
  const summary = await copyFiles({ from, to, folder, report }).finally(() => progress.end());
  printSummary(summary);
  if (toName === current) await noteRemoved(database, summary, to);
  else
    printLine(
      `Now set FILES_URL${toName === 'folder' ? ' to nothing' : ''}, restart the server, and run this again for what was stored in the meantime.`,
    );
  if (deletes) {
    const deleted = await deleteCopied({ from, to, folder, report }).finally(() => progress.end());
    printLine(`${deleted} files deleted, each after its copy was verified again.`);
  }
  return summary.damaged.length === 0 ? 0 : 1;
}

await runCommand({
  usage,
  read: (args) => {
    const order = readArguments(args);
    return (database, config) => move(database, config, order);
  },
});
