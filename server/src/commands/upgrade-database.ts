import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { getPackageName } from '../embedded-postgres/binaries.ts';
import { majorVersion } from '../embedded-postgres/cluster.ts';
import { upgradeCluster } from '../embedded-postgres/upgrade-cluster.ts';
import { StartError } from '../kernel/start-error.ts';
import { printLine, printNotice, resolvePath, runProgram } from './command.ts';

const usage = `Usage: npm run upgrade:database [-- --old-package FOLDER]. It carries the built-in database over to PostgreSQL ${majorVersion}. FOLDER is the unpacked package ${getPackageName()} of the old major version, for a machine that can’t reach the npm registry.`;

function readOldPackage(args: string[]): string | undefined {
  try {
    const { values } = parseArgs({ args, options: { 'old-package': { type: 'string' } } });
    return values['old-package'];
  } catch {
    throw new StartError(usage);
  }
}

function runNpm(args: string[], folder: string): string {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return stdout;
  throw new StartError(
    `npm couldn’t get the PostgreSQL that the database was made with:\n${stderr.trim()}\nTry again, or name its unpacked package with --old-package FOLDER.`,
  );
}

/** Installs the newest package of an old major version into a separate folder. */
function installPackage(folder: string, version: string): string {
  const name = getPackageName();
  const versions = JSON.parse(runNpm(['view', name, 'versions', '--json'], folder)) as string[];
  const newest = versions.findLast((candidate) => candidate.startsWith(`${version}.`));
  if (!newest) throw new StartError(`npm has no ${name} of PostgreSQL ${version}.`);
  printLine(`Installing PostgreSQL ${newest.replace(/-.*/, '')} into a temporary folder.`);
  runNpm(['init', '--yes'], folder);
  runNpm(['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${newest}`], folder);
  return join(folder, 'node_modules', name);
}

async function runUpgrade(args: string[]): Promise<number> {
  const oldPackage = readOldPackage(args);
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env);
  if (DATABASE_URL) {
    throw new StartError(
      'npm run upgrade:database is for the built-in database. Upgrade the one of DATABASE_URL with pg_upgrade or your provider’s tools.',
    );
  }
  const dataDir = resolve(DATA_DIR);
  if (!existsSync(dataDir)) throw new StartError(`There is no data folder ${dataDir}.`);
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-old-postgres-'));
  try {
    const oldFolder = await upgradeCluster({
      dataDir,
      oldPackage: async (version) =>
        oldPackage === undefined ? installPackage(folder, version) : resolvePath(oldPackage),
      notes: { info: printLine, error: printNotice },
    });
    printLine(
      oldFolder === null
        ? `The database already uses PostgreSQL ${majorVersion}.`
        : `The database now uses PostgreSQL ${majorVersion}. The old one is in ${oldFolder}: remove it once everything works.`,
    );
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runProgram({ usage, run: runUpgrade });
