import { parseArgs } from 'node:util';
import { listBackups } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore.ts';
import { StartError } from '../kernel/start-error.ts';
import { printLine, resolvePath, runProgram } from './command.ts';
import { openProgress } from './progress.ts';

const usage =
  'Usage: npm run restore -- --from FOLDER --to DATA_FOLDER. FOLDER is one backup, or a folder of backups: the newest is restored then.';

function readArguments(args: string[]): { from: string; to: string } {
  try {
    const { values } = parseArgs({
      args,
      options: { from: { type: 'string' }, to: { type: 'string' } },
    });
    const { from, to } = values;
    if (from && to) return { from: resolvePath(from), to: resolvePath(to) };
  } catch {}
  throw new StartError(usage);
}

async function runRestore(args: string[]): Promise<number> {
  const { from, to } = readArguments(args);
  const newest = (await listBackups(from)).at(-1);
  const folder = newest ?? from;
  const started = performance.now();
  const progress = openProgress(process.stdout);
  const manifest = await restoreBackup({
    from: folder,
    dataDir: to,
    report: (text) => progress.show(text),
  }).finally(() => progress.end());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  printLine(`Restored ${folder} to ${to} in ${seconds} s, as of ${manifest.made_at}.`);
  printLine(
    `Set DATA_DIR=${JSON.stringify(to)}, run npm run ledger:verify, and start Lotkeeper with npm start.`,
  );
  return 0;
}

await runProgram({ usage, run: runRestore });
