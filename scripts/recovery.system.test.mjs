// The real server under the supervisor of npm start, on a data folder and a PostgreSQL of its own.
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from './bootstrap.mjs';
import { findFreePort, startSupervised } from './supervised-server.mjs';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** It takes 2 to 5 seconds on a machine that does nothing else; other tests run beside this one. */
const comeBackMs = 60_000;

// The server's own driver: the scripts have none.
const pg = createRequire(`${root}/server/package.json`)('pg');

let folder;
let port;
let server;
let output;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lotkeeper-recovery-'));
  // PostgreSQL runs as another account when this one is root.
  chmodSync(folder, 0o755);
  output = openSync(join(folder, 'output'), 'a');
  port = await findFreePort();
  start();
  await comesBack();
  const client = await connect();
  await client.query('create table kept (value int)');
  await client.end();
});

afterAll(async () => {
  server.stop('SIGTERM');
  await server.ended;
  closeSync(output);
  rmSync(folder, { recursive: true, force: true });
});

function start() {
  server = startSupervised({ folder, port, output });
}

/** Asking for a code reads and writes the database. */
async function answers() {
  const response = await fetch(`http://127.0.0.1:${port}/api/otp/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'nobody@example.com', phone_country_code: '+1' }),
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined);
  return response?.status;
}

const until = (check) => vi.waitFor(check, { timeout: comeBackMs, interval: 50 });
const comesBack = () => until(async () => expect(await answers()).toBe(200));
const read = (...path) => readFileSync(join(folder, 'data', ...path), 'utf8');
const postmasterPid = () => Number(read('postgres', 'postmaster.pid').split('\n')[0]);

/** The process that holds the data folder. */
function serverPid() {
  for (let claim = 9; claim > 0; claim--) {
    try {
      return JSON.parse(read(`lotkeeper.lock.${claim}`)).pid;
    } catch {
      // An earlier claim, or none.
    }
  }
  return 0;
}

async function connect() {
  const client = new pg.Client({ connectionString: read('postgres-url') });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

let committed = 0;

/** Commits a row that must be there after whatever happens. */
async function commitRow() {
  const client = await connect();
  await client.query('insert into kept values ($1)', [++committed]);
  return client;
}

async function expectRows() {
  const client = await connect();
  const { rows } = await client.query('select count(*)::int as count, max(value) from kept');
  expect(rows).toEqual([{ count: committed, max: committed }]);
  await client.end();
}

describe('Lotkeeper is back by itself, with everything that was committed,', () => {
  it('after its server was killed', async () => {
    const client = await commitRow();
    const killed = serverPid();
    process.kill(killed, 'SIGKILL');
    await until(() => expect(serverPid()).not.toBe(killed));
    await comesBack();
    await client.end().catch(() => undefined);
    await until(expectRows);
  });

  it('after its PostgreSQL was killed, while its server stays up', async () => {
    await commitRow();
    const survivor = serverPid();
    const killed = postmasterPid();
    process.kill(killed, 'SIGKILL');
    await until(() => expect(postmasterPid()).not.toBe(killed));
    await comesBack();
    await until(expectRows);
    expect(serverPid()).toBe(survivor);
  });

  it('after one backend of its PostgreSQL was killed', async () => {
    const client = await commitRow();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const disconnected = new Promise((resolve) => client.once('end', resolve));
    process.kill(rows[0].pid, 'SIGKILL');
    await disconnected;
    await comesBack();
    await until(expectRows);
  });

  it('after its server and its PostgreSQL were killed together', async () => {
    await commitRow();
    const killed = serverPid();
    process.kill(postmasterPid(), 'SIGKILL');
    process.kill(killed, 'SIGKILL');
    await until(() => expect(serverPid()).not.toBe(killed));
    await comesBack();
    await until(expectRows);
  });
});

describe('a stop ends server and PostgreSQL, and is 0,', () => {
  it('while PostgreSQL is started again', async () => {
    process.kill(postmasterPid(), 'SIGKILL');
    server.stop('SIGTERM');
    expect(await server.ended, readFileSync(join(folder, 'output'), 'utf8').slice(-2000)).toBe(0);
    // The file of the killed one is still there when the stop came before the next start.
    expect(() => process.kill(postmasterPid(), 0)).toThrow(/ENOENT|ESRCH/);
  });

  it('in the middle of ordinary work', async () => {
    start();
    await comesBack();
    await until(expectRows);
    const postmaster = postmasterPid();
    server.stop('SIGINT');
    expect(await server.ended).toBe(0);
    expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
  });
});
