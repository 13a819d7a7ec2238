// npm run upgrade on a real clone, with a real server and its own PostgreSQL.
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { environment, root } from './bootstrap.mjs';
import { findFreePort } from './supervised-server.mjs';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let folder;
let clone;
let env;

const git = (...args) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
const inClone = (path) => join(clone, path);
const readVersion = () => JSON.parse(readFileSync(inClone('package.json'), 'utf8')).version;

/** The program without its pages, as it is here, changes included. */
function copyProgram() {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
  const needed =
    /^(contract|server|simulator|scripts|web\/package\.json|package|tsconfig|\.gitignore)/;
  for (const path of files.toString().split('\n')) {
    if (!needed.test(path) || /\.test\.\w+$/.test(path) || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(inClone(path)), { recursive: true });
    cpSync(join(root, path), inClone(path));
  }
  for (const path of ['node_modules', 'contract/node_modules', 'server/node_modules']) {
    if (existsSync(join(root, path))) symlinkSync(join(root, path), inClone(path));
  }
}

/** Commits a version with other files, on top of another one. */
function release(version, after, files) {
  git('checkout', '--quiet', '--detach', after);
  const manifest = readFileSync(inClone('package.json'), 'utf8');
  const changed = manifest.replace(/"version": "[^"]+"/, `"version": "${version}"`);
  for (const [path, text] of Object.entries({ ...files, 'package.json': changed })) {
    writeFileSync(inClone(path), text);
  }
  git('add', '--all');
  git('commit', '--quiet', '--message', version);
  git('tag', `v${version}`);
}

const failingMain = `console.error('This version does not start.'); process.exit(78);\n`;

/** A command that says what the real one would with another major version of PostgreSQL, and notes what it found. */
const carryingOver = (exitCode) => `
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
if (process.argv[2] === '--check') console.log(JSON.stringify({ from: '17', to: '18' }));
else {
  const answer = await fetch(\`http://127.0.0.1:\${process.env.PORT}/api/health/live\`).catch(() => null);
  appendFileSync(join(process.env.DATA_DIR, 'carried'), answer ? 'running\\n' : 'stopped\\n');
  process.exitCode = ${exitCode};
}
`;

function makeReleases() {
  const command = 'server/src/commands/upgrade-database.ts';
  const realCommand = readFileSync(inClone(command), 'utf8');
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Upgrade');
  git('config', 'user.email', 'upgrade@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'first');
  release('0.2.0', 'main', {
    'server/migrations/9001_good.sql': 'create table upgrade_probe (pk bigint primary key);\n',
  });
  release('0.3.0', 'v0.2.0', { 'server/migrations/9002_bad.sql': 'select 1 / 0;\n' });
  release('0.4.0', 'v0.2.0', {
    'server/migrations/9002_more.sql': 'alter table upgrade_probe add column n bigint;\n',
    'server/src/main.ts': failingMain,
  });
  release('0.4.1', 'v0.2.0', { [command]: carryingOver(1) });
  release('0.4.2', 'v0.2.0', { [command]: carryingOver(0) });
  release('0.5.0', 'v0.4.2', {
    [command]: realCommand,
    'server/migrations/9003_less.sql':
      '-- migration: needs release 0.5.0\nalter table upgrade_probe drop column pk;\n',
    'server/src/main.ts': failingMain,
  });
  git('checkout', '--quiet', 'main');
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lotkeeper-upgrade-'));
  // PostgreSQL runs as another account when this one is root.
  chmodSync(folder, 0o755);
  clone = join(folder, 'clone');
  mkdirSync(clone);
  copyProgram();
  makeReleases();
  const { DATABASE_URL: _, npm_lifecycle_event: __, ...inherited } = process.env;
  const port = await findFreePort();
  env = environment({
    ...inherited,
    PORT: `${port}`,
    DATA_DIR: join(folder, 'data'),
    DEMO: '0',
    WORKERS: '1',
    LOG_LEVEL: 'silent',
    NODE_ENV: '',
  });
  execFileSync('sh', ['-c', startCommand()], { cwd: clone, env });
  await vi.waitFor(async () => expect(await askReady()).toBe(200), {
    timeout: 120_000,
    interval: 100,
  });
});

afterAll(() => {
  if (existsSync(join(folder, 'pid'))) execFileSync('sh', ['-c', `${stopCommand()} || true`]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
});

const startCommand = () => `node scripts/start.mjs >> ${folder}/log 2>&1 & echo $! > ${folder}/pid`;
const stopCommand = () => `kill $(cat ${folder}/pid)`;
const askReady = async () =>
  (await fetch(`http://127.0.0.1:${env.PORT}/api/health/ready`).catch(() => null))?.status;

/** Upgrades the clone; resolves to the exit code and everything that was printed. */
function upgrade(...args) {
  const program = spawn(process.execPath, ['scripts/upgrade.mjs', ...args], { cwd: clone, env });
  let output = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    program.on('close', (code) => {
      appendFileSync(join(folder, 'log'), output);
      resolve({ code, output });
    });
  });
}

const upgradeManaged = (version, readySeconds = 25) =>
  upgrade(
    '--to',
    version,
    '--stop-command',
    stopCommand(),
    '--start-command',
    startCommand(),
    '--backup-to',
    join(folder, 'backups'),
    '--ready-seconds',
    `${readySeconds}`,
  );

it('refuses to replace a running version that it can’t stop, and a clone with changes', async () => {
  const running = await upgrade('--to', 'v0.2.0', '--backup-to', join(folder, 'backups'));
  expect(running).toMatchObject({ code: 1 });
  expect(running.output).toContain('Lotkeeper is running. Stop it, or name how');
  appendFileSync(inClone('package.json'), ' ');
  const changed = await upgradeManaged('v0.2.0');
  git('restore', 'package.json');
  expect(changed.output).toContain('The clone has changes that aren’t committed:\nM package.json');
});

it('upgrades: backs up, migrates while the old version runs, and starts the new one', async () => {
  const { code, output } = await upgradeManaged('v0.2.0');
  expect(output).toMatch(
    /Preparing 0\.2\.0 .*Backing up.*Migrating.*Stopping Lotkeeper\..*Starting Lotkeeper\.\nLotkeeper 0\.2\.0 \(\w{7}\) is ready\./s,
  );
  expect(code).toBe(0);
  expect([readVersion(), await askReady(), git('branch', '--show-current')]).toEqual([
    '0.2.0',
    200,
    'main',
  ]);
  expect(existsSync(inClone('.upgrade'))).toBe(false);
});

it('leaves the old version running when a migration fails', async () => {
  const { code, output } = await upgradeManaged('v0.3.0');
  expect(output).toContain('division by zero');
  expect(output).toMatch(/Lotkeeper 0\.2\.0 \(\w{7}\) was not touched: nothing has to be done\./);
  expect(code).toBe(1);
  expect([readVersion(), await askReady(), existsSync(inClone('.upgrade'))]).toEqual([
    '0.2.0',
    200,
    false,
  ]);
});

it('puts the old version back when the new one doesn’t become ready', async () => {
  const { code, output } = await upgradeManaged('v0.4.0', 10);
  expect(output).toMatch(
    /The upgrade failed: Lotkeeper isn’t ready 10 seconds after its start.*Lotkeeper 0\.2\.0 \(\w{7}\) is ready again\./s,
  );
  expect(code).toBe(1);
  expect([readVersion(), await askReady(), git('status', '--porcelain')]).toEqual([
    '0.2.0',
    200,
    '',
  ]);
});

const readCarried = () => readFileSync(join(folder, 'data', 'carried'), 'utf8');

it('stops Lotkeeper to carry the database over to another PostgreSQL, and starts the old version again if that fails', async () => {
  const { code, output } = await upgradeManaged('v0.4.1');
  expect(output).toMatch(
    /The new version comes with PostgreSQL 18, and the database is of PostgreSQL 17\.\nStopping Lotkeeper\..*Starting Lotkeeper 0\.2\.0 .* again\.\nLotkeeper 0\.2\.0 \(\w{7}\) is ready again\./s,
  );
  expect(code).toBe(1);
  expect([readVersion(), await askReady(), readCarried()]).toEqual(['0.2.0', 200, 'stopped\n']);
});

it('starts the new version once the database was carried over', async () => {
  const { code, output } = await upgradeManaged('v0.4.2');
  expect(output).toMatch(
    /database is of PostgreSQL 17\.\nStopping Lotkeeper\.\n.*The database needs no migration\.\nStarting Lotkeeper\.\nLotkeeper 0\.4\.2 \(\w{7}\) is ready\./s,
  );
  expect(code).toBe(0);
  expect([readVersion(), await askReady()]).toEqual(['0.4.2', 200]);
  expect(readCarried()).toBe('stopped\nstopped\n');
});

it('says that a backup has to be restored when the old version can’t use the database any more', async () => {
  const { code, output } = await upgradeManaged('v0.5.0', 2);
  expect(output).toMatch(
    /Lotkeeper 0\.4\.2 can’t use the database after these migrations\.\nStopping.*Migrating.*Restore the backup as docs\/deploy\.md says/s,
  );
  expect(code).toBe(1);
  expect([readVersion(), await askReady()]).toEqual(['0.4.2', undefined]);
});
