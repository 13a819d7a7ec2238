import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { identifyRun } from './alive.ts';
import { lockDataFolder } from './lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lotkeeper-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function leaveClaim(number: number, pid: number, run: string): void {
  writeFileSync(join(folder, `lotkeeper.lock.${number}`), JSON.stringify({ pid, run }));
}

/** A process that tries to lock the folder on command, and keeps the lock it gets. */
async function rival() {
  const module = new URL('./lock.ts', import.meta.url).href;
  const script = `
    const { lockDataFolder } = await import('${module}');
    process.stdin.once('data', () => {
      try { lockDataFolder('${folder}'); console.log('won'); } catch (e) { console.log(e.name); }
    });
    console.log('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const lines = child.stdout.setEncoding('utf8');
  await once(lines, 'data');
  return {
    pid: child.pid ?? 0,
    async go() {
      child.stdin.write('go');
      return ((await once(lines, 'data')) as [string])[0].trim();
    },
    async kill() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

it('the data folder can be locked only once, and again after its release', () => {
  const lock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(`(process ${process.pid}) is already running`);
  lock.release();
  lockDataFolder(folder).release();
  expect(readdirSync(folder)).toEqual([]);
});

it('the lock can be taken over from a killed process', async () => {
  const holder = await rival();
  expect(await holder.go()).toBe('won');
  expect(() => lockDataFolder(folder)).toThrow(`(process ${holder.pid}) is already running`);
  await holder.kill();
  lockDataFolder(folder);
  expect(readdirSync(folder)).toEqual(['lotkeeper.lock.2']);
});

it.runIf(process.platform === 'linux')(
  'the lock can be taken over when its PID now belongs to another run',
  () => {
    leaveClaim(1, process.pid, 'an earlier boot:1');
    lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow('already running');
  },
);

it.runIf(process.platform === 'linux')(
  'a dead process that nobody has waited for counts as not running',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60']);
    const [line] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
    const zombie = Number(line);
    await vi.waitFor(() => expect(identifyRun(zombie)).toBe(undefined));
    expect(process.kill(zombie, 0)).toBe(true);
    parent.kill();
  },
);

it('the lock is refused while a claim with a high number has a live holder', () => {
  leaveClaim(7, process.ppid, identifyRun(process.ppid) ?? '');
  expect(() => lockDataFolder(folder)).toThrow(`(process ${process.ppid}) is already running`);
});

it('an unreadable claim does not block the lock', () => {
  writeFileSync(join(folder, 'lotkeeper.lock.3'), '');
  lockDataFolder(folder);
  expect(readdirSync(folder)).toEqual(['lotkeeper.lock.4']);
});

it('the lock of a dead holder goes to exactly one of six concurrent processes', async () => {
  leaveClaim(1, process.pid, 'an earlier boot:1');
  const rivals = await Promise.all(Array.from({ length: 6 }, rival));
  const outcomes = await Promise.all(rivals.map((one) => one.go()));
  await Promise.all(rivals.map((one) => one.kill()));
  expect(outcomes.toSorted()).toEqual([...Array(5).fill('StartError'), 'won']);
});
