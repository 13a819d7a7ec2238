// The real server with two workers under npm start's supervisor, with its own PostgreSQL.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { findFreePort } from '../server/src/embedded-postgres/socket-folder.ts';
import { atEnd } from '../server/src/testing/at-end.ts';
import { makeFolder } from '../server/src/testing/processes.ts';
import { startSupervised } from './supervised-server.mjs';

vi.setConfig({ testTimeout: 120_000 });

/** It takes 3 to 8 seconds on an idle machine, but other tests run at the same time. */
const comeBackMs = 60_000;
const until = (check) => vi.waitFor(check, { timeout: comeBackMs, interval: 50 });

const folder = makeFolder();
const port = await findFreePort();
// Socket folders are created in here, to check that they are removed.
const server = startSupervised({ folder, port, settings: { TMPDIR: folder, WORKERS: '2' } });
atEnd(async () => {
  server.stop('SIGTERM');
  await server.ended;
});
await until(async () => expect(await findWorkers()).toHaveLength(2));

/** The worker that gets the next connection: its number is the prefix of a live connection's ID. */
async function askForWorker() {
  const url = `http://127.0.0.1:${port}/live/?EIO=4&transport=polling`;
  const response = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined);
  return /"sid":"(\d+)-/.exec((await response?.text()) ?? '')?.[1];
}

async function findWorkers() {
  const found = new Set();
  for (let tries = 0; tries < 4; tries++) found.add(await askForWorker());
  return [...found].filter(Boolean);
}

/** The first process locks the data folder. */
function firstPid() {
  const locks = readdirSync(join(folder, 'data')).filter((name) =>
    name.startsWith('lotkeeper.lock'),
  );
  const newest = locks.sort((a, b) => Number(b.split('.')[2]) - Number(a.split('.')[2]))[0];
  return JSON.parse(readFileSync(join(folder, 'data', newest), 'utf8')).pid;
}

/** Child processes of a process that belong to the server. */
function childrenOf(pid) {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === pid && args.join(' ').includes('main.ts'))
    .map(([child]) => Number(child));
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('Lotkeeper with two workers replaces both at the supervisor’s request, while the first process stays', async () => {
  const before = await findWorkers();
  const first = firstPid();
  server.replaceWorkers();
  await until(async () => {
    const now = await findWorkers();
    expect(now).toHaveLength(2);
    expect(now.filter((worker) => before.includes(worker))).toEqual([]);
  });
  expect(firstPid()).toBe(first);
});

it('Lotkeeper with two workers restarts by itself after its first process was killed, which ends the workers too', async () => {
  const first = firstPid();
  const workers = childrenOf(first);
  expect(workers.length).toBeGreaterThanOrEqual(2);
  process.kill(first, 'SIGKILL');
  await until(() => expect(workers.filter(isAlive)).toEqual([]));
  await until(() => expect(firstPid()).not.toBe(first));
  await until(async () => expect(await findWorkers()).toHaveLength(2));
});

it('Lotkeeper with two workers leaves no process and no socket behind when it’s stopped', async () => {
  const first = firstPid();
  const all = [first, ...childrenOf(first)];
  expect(all).toHaveLength(3);
  const sockets = () => readdirSync(folder).filter((name) => name.startsWith('lotkeeper-live-'));
  const before = sockets().length;
  server.stop('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(all.filter(isAlive)).toEqual([]);
  expect(sockets()).toHaveLength(before - 1);
});
