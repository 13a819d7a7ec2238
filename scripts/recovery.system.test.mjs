// The real server under npm start's supervisor, with its own data folder and PostgreSQL. The drills in
// tools/drills/kills.ts test what it survives; this tests how it stops.
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { findFreePort } from '../server/src/embedded-postgres/socket-folder.ts';
import { queryOnce } from '../server/src/kernel/data/sql/query-once.ts';
import { atEnd } from '../server/src/testing/at-end.ts';
import { makeFolder } from '../server/src/testing/processes.ts';
import { startSupervised } from './supervised-server.mjs';

vi.setConfig({ testTimeout: 120_000 });

/** It takes 2 to 5 seconds on an idle machine, but other tests run at the same time. */
const comeBackMs = 60_000;

const folder = makeFolder();
const port = await findFreePort();
const output = openSync(join(folder, 'output'), 'a');
atEnd(() => closeSync(output));

const read = (...path) => readFileSync(join(folder, 'data', ...path), 'utf8');
const postmasterPid = () => Number(read('postgres', 'postmaster.pid').split('\n')[0]);
const query = (text) => queryOnce(read('postgres-url'), text);

/** Starts the server and waits until it answers: requesting a code reads and writes the database. */
async function start() {
  const server = startSupervised({ folder, port, output });
  atEnd(async () => {
    server.stop('SIGTERM');
    await server.ended;
  });
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/otp/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'nobody@example.com', phone_country_code: '+1' }),
      signal: AbortSignal.timeout(5000),
    });
    // Nobody has an account: the answer comes after the limit was counted.
    expect(response.status).toBe(403);
  };
  await vi.waitFor(ask, { timeout: comeBackMs, interval: 50 });
  return server;
}

it('a stop during a restart of PostgreSQL ends both, exits with 0, and loses nothing', async () => {
  const server = await start();
  await query('create table kept as select 1 as value');
  process.kill(postmasterPid(), 'SIGKILL');
  server.stop('SIGTERM');
  expect(await server.ended, readFileSync(join(folder, 'output'), 'utf8').slice(-2000)).toBe(0);
  // The killed one's file is still there if the stop came before the next start.
  expect(() => process.kill(postmasterPid(), 0)).toThrow(/ENOENT|ESRCH/);
});

it('a stop during ordinary work ends the server and PostgreSQL, and exits with 0', async () => {
  const server = await start();
  expect(await query('select value from kept')).toEqual([{ value: 1 }]);
  const postmaster = postmasterPid();
  server.stop('SIGINT');
  expect(await server.ended).toBe(0);
  expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
});
