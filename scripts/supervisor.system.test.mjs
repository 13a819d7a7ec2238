import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exitRefused, exitRefusedForNow, supervise } from './supervisor.mjs';

const times = { first: 5, longest: 40, steady: 60_000, sameSignal: 60_000 };
const running = [];
let folder;
let lines;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lotkeeper-supervisor-'));
  lines = [];
});

afterEach(async () => {
  for (const server of running.splice(0)) {
    server.stop('SIGKILL');
    await server.ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Supervises a program that knows its own number, counted from 1, and can report that it is ready. */
function start(program, given = times, pages) {
  const script = `
    const fs = require('node:fs');
    const file = ${JSON.stringify(join(folder, 'starts'))};
    fs.appendFileSync(file, '.');
    const number = fs.readFileSync(file, 'utf8').length;
    const ready = () => new Promise((resolve) => process.send('ready', resolve));
    const stay = () => setInterval(() => undefined, 1000);
    const note = (text) => fs.appendFileSync(${JSON.stringify(join(folder, 'notes'))}, text + ' ');
    (async () => { ${program} })();`;
  const server = supervise(
    {
      command: process.execPath,
      args: ['-e', script],
      options: { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    },
    { report: (line) => lines.push(line), advice: 'Look at the disk.', times: given, pages },
  );
  running.push(server);
  return server;
}

const starts = () => readFileSync(join(folder, 'starts'), 'utf8').length;
const noted = (text) =>
  expect.poll(() => readFileSync(join(folder, 'notes'), 'utf8')).toContain(text);

describe('supervision', () => {
  it('a supervised server is notified after each start that the pages are built', async () => {
    const { promise: pages, resolve } = Promise.withResolvers();
    start(
      `
      if (number === 1) process.kill(process.pid, 'SIGKILL');
      process.once('message', (message) => { note(message); process.exit(0); });
      note('waits');`,
      times,
      pages,
    );
    await noted('waits');
    resolve();
    await noted('pages');
  });

  it('a supervised server restarts after a kill, a crash and an unexpected exit code', async () => {
    const server = start(`
      if (number === 1) process.kill(process.pid, 'SIGKILL');
      if (number === 2) { await ready(); process.exit(3); }
      if (number === 3) process.kill(process.pid, 'SIGSEGV');
      stay(); note('up');`);
    await noted('up');
    server.stop('SIGTERM');
    expect(await server.ended).toBe(143);
    expect(starts()).toBe(4);
    expect(lines).toEqual([
      'Lotkeeper ended unexpectedly (killed by SIGKILL). Restarting in 0.005 seconds.',
      'Lotkeeper ended unexpectedly (exit code 3). Restarting in 0.01 seconds.',
      'Lotkeeper ended unexpectedly (killed by SIGSEGV). Restarting in 0.02 seconds.',
    ]);
  });

  it('a supervised server doesn’t restart after a clean exit, as when someone stopped it by its process ID', async () => {
    expect(await start('await ready(); process.exit(0);').ended).toBe(0);
    expect(starts()).toBe(1);
    expect(lines).toEqual([]);
  });

  it('npm start exits with 1 immediately when the server refuses its first start', async () => {
    expect(await start(`process.exit(${exitRefused})`).ended).toBe(1);
    expect(await start(`process.exit(${exitRefusedForNow})`).ended).toBe(1);
    expect(starts()).toBe(2);
    expect(lines).toEqual([]);
  });

  it('a restart that is refused for a temporary reason is retried', async () => {
    const server = start(`
      if (number === 1) { await ready(); process.kill(process.pid, 'SIGKILL'); }
      if (number === 2) process.exit(${exitRefusedForNow});
      stay(); note('up');`);
    await noted('up');
    expect(lines[1]).toBe('Lotkeeper could not start. Restarting in 0.01 seconds.');
    server.stop('SIGTERM');
    await server.ended;
  });

  it('npm start exits with 1 when a restart is refused for a permanent reason', async () => {
    const server = start(`
      if (number === 1) { await ready(); process.kill(process.pid, 'SIGKILL'); }
      process.exit(${exitRefused});`);
    expect(await server.ended).toBe(1);
    expect(starts()).toBe(2);
  });

  it('a server that cannot be spawned is reported, and npm start exits with 1', async () => {
    const server = supervise(
      { command: join(folder, 'nothing'), args: [], options: {} },
      { report: (line) => lines.push(line), advice: '', times },
    );
    expect(await server.ended).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('The server could not be started: ');
  });
});

describe('signals', () => {
  it('a signal is forwarded once, however many arrive together, and the exit code is the server’s', async () => {
    const server = start(`
      process.on('SIGINT', () => { note('SIGINT'); setTimeout(() => process.exit(0), 300); });
      stay(); note('up');`);
    await noted('up');
    server.stop('SIGINT');
    server.stop('SIGINT');
    expect(await server.ended).toBe(0);
    expect(readFileSync(join(folder, 'notes'), 'utf8')).toBe('up SIGINT ');
  });

  it('a later signal is forwarded too, since a second Ctrl-C stops the server immediately', async () => {
    const server = start(
      `process.on('SIGINT', () => {
        note('SIGINT');
        process.once('SIGINT', () => process.exit(130));
      });
      stay(); note('up');`,
      { ...times, sameSignal: 0 },
    );
    await noted('up');
    server.stop('SIGINT');
    await noted('SIGINT');
    server.stop('SIGINT');
    expect(await server.ended).toBe(130);
  });

  it('a signal during a pause ends npm start with 0 immediately', async () => {
    const long = { ...times, first: 600_000, longest: 600_000 };
    const server = start(`await ready(); process.kill(process.pid, 'SIGKILL');`, long);
    await expect.poll(() => lines).toHaveLength(1);
    server.stop('SIGINT');
    expect(await server.ended).toBe(0);
    expect(starts()).toBe(1);
  });
});

it('a request to replace workers reaches a program that is ready, and doesn’t end one that isn’t', async () => {
  const server = start(`
    stay(); note('up');`);
  await noted('up');
  // Without a listener yet, the signal would kill it with 129.
  server.replaceWorkers();
  server.stop('SIGTERM');
  expect(await server.ended).toBe(143);
  const second = start(`
    process.on('SIGHUP', () => note('SIGHUP'));
    process.on('SIGTERM', () => process.exit(0));
    await ready(); note('ready'); stay();`);
  await noted('ready');
  await expect
    .poll(() => {
      second.replaceWorkers();
      return readFileSync(join(folder, 'notes'), 'utf8');
    })
    .toContain('SIGHUP');
  second.stop('SIGTERM');
  expect(await second.ended).toBe(0);
});
