import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startExitCodes } from '../server/src/kernel/start-error.ts';
import { exitRefused, exitRefusedForNow, makeSchedule, supervise } from './supervisor.mjs';

vi.setConfig({ testTimeout: 20_000 });

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

/** Supervises a program that knows its own number, counted from 1, and can say that it is ready. */
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
  vi.waitFor(() => expect(readFileSync(join(folder, 'notes'), 'utf8')).toContain(text), 10_000);

describe('a supervised server', () => {
  it('hears, after each start, that the pages are built', async () => {
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

  it('is started again after a kill, a crash and an unexpected exit code', async () => {
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
      'Lotkeeper ended unexpectedly (killed by SIGKILL). It starts again in 0.005 seconds.',
      'Lotkeeper ended unexpectedly (exit code 3). It starts again in 0.01 seconds.',
      'Lotkeeper ended unexpectedly (killed by SIGSEGV). It starts again in 0.02 seconds.',
    ]);
  });

  it('is not started again when it ended in order, because somebody stopped it by its process id', async () => {
    expect(await start('await ready(); process.exit(0);').ended).toBe(0);
    expect(starts()).toBe(1);
    expect(lines).toEqual([]);
  });

  it('ends npm start with 1 at once when its first start is refused', async () => {
    expect(await start(`process.exit(${exitRefused})`).ended).toBe(1);
    expect(await start(`process.exit(${exitRefusedForNow})`).ended).toBe(1);
    expect(starts()).toBe(2);
    expect(lines).toEqual([]);
  });

  it('is tried again when a restart is refused for a reason that may pass', async () => {
    const server = start(`
      if (number === 1) { await ready(); process.kill(process.pid, 'SIGKILL'); }
      if (number === 2) process.exit(${exitRefusedForNow});
      stay(); note('up');`);
    await noted('up');
    expect(lines[1]).toBe('Lotkeeper could not start. It starts again in 0.01 seconds.');
    server.stop('SIGTERM');
    await server.ended;
  });

  it('ends npm start with 1 when a restart is refused for a reason that stays', async () => {
    const server = start(`
      if (number === 1) { await ready(); process.kill(process.pid, 'SIGKILL'); }
      process.exit(${exitRefused});`);
    expect(await server.ended).toBe(1);
    expect(starts()).toBe(2);
  });

  it('that cannot be spawned is reported and ends npm start with 1', async () => {
    const server = supervise(
      { command: join(folder, 'nothing'), args: [], options: {} },
      { report: (line) => lines.push(line), advice: '', times },
    );
    expect(await server.ended).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('The server could not be started: ');
  });
});

describe('a signal', () => {
  it('is passed on once, however many arrive together, and the exit code is the server’s own', async () => {
    const server = start(`
      process.on('SIGINT', () => { note('SIGINT'); setTimeout(() => process.exit(0), 300); });
      stay(); note('up');`);
    await noted('up');
    server.stop('SIGINT');
    server.stop('SIGINT');
    expect(await server.ended).toBe(0);
    expect(readFileSync(join(folder, 'notes'), 'utf8')).toBe('up SIGINT ');
  });

  it('that comes again later is passed on too, for a second Ctrl-C ends the server at once', async () => {
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

  it('during a pause ends npm start with 0 at once', async () => {
    const long = { ...times, first: 600_000, longest: 600_000 };
    const server = start(`await ready(); process.kill(process.pid, 'SIGKILL');`, long);
    await vi.waitFor(() => expect(lines).toHaveLength(1), 10_000);
    server.stop('SIGINT');
    expect(await server.ended).toBe(0);
    expect(starts()).toBe(1);
  });
});

it('a request to replace workers reaches a program that is ready, and doesn’t end one that isn’t', async () => {
  const server = start(`
    stay(); note('up');`);
  await noted('up');
  // Nobody listens for it yet: it would end the program, with 129.
  server.replaceWorkers();
  server.stop('SIGTERM');
  expect(await server.ended).toBe(143);
  const second = start(`
    process.on('SIGHUP', () => note('SIGHUP'));
    process.on('SIGTERM', () => process.exit(0));
    await ready(); note('ready'); stay();`);
  await noted('ready');
  await vi.waitFor(() => {
    second.replaceWorkers();
    expect(readFileSync(join(folder, 'notes'), 'utf8')).toContain('SIGHUP');
  }, 10_000);
  second.stop('SIGTERM');
  expect(await second.ended).toBe(0);
});

describe('the pauses', () => {
  const crash = (at, uptime = 0) => ({ at, uptime });

  it('grow from half a second, and are the longest after the fifth end within a minute', () => {
    const schedule = makeSchedule();
    const ends = [1000, 2000, 4000, 7000, 12_000, 43_000].map((at) => schedule(crash(at)));
    expect(ends.map(({ pause }) => pause)).toEqual([500, 1000, 2000, 4000, 10_000, 10_000]);
    expect(ends.map(({ isFifth }) => isFifth)).toEqual([false, false, false, false, true, false]);
  });

  it('grow to ten seconds when the ends are rare', () => {
    const schedule = makeSchedule();
    const pauses = Array.from({ length: 8 }, (_, index) => schedule(crash(index * 50_000)).pause);
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
  });

  it('begin again once a server stayed up for a minute', () => {
    const schedule = makeSchedule();
    for (const at of [0, 1000, 3000, 7000, 15_000]) schedule(crash(at));
    expect(schedule(crash(110_000, 60_000))).toEqual({ pause: 500, isFifth: false });
  });
});

it('the supervisor and the server agree on the exit codes of a refused start', () => {
  expect(startExitCodes).toEqual({ lasting: exitRefused, passing: exitRefusedForNow });
});
