import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';
import { eventually } from './eventually.ts';

const source = join(import.meta.dirname, '..');

/** A data folder that every account may enter, removed when the file is through. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-test-'));
  chmodSync(folder, 0o755);
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

export interface Spawned {
  child: ChildProcess;
  out: () => string;
  error: () => string;
  /** Resolves to the exit code when the process has ended. */
  ended: Promise<number | null>;
}

/** Starts a program of the server's folder with these settings and none of ours. */
export function start(
  program: string,
  settings: Record<string, string>,
  args: readonly string[] = [],
): Spawned {
  const { DATABASE_URL: _, ...inherited } = process.env;
  // A call that is to go ends the program, and with it the test.
  const child = spawn(process.execPath, ['--throw-deprecation', join(source, program), ...args], {
    env: {
      ...inherited,
      NODE_ENV: '',
      DEMO: '0',
      PORT: '0',
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'pretty',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: tmpdir(),
  });
  const text = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.error += chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await ended;
  });
  return { child, out: () => text.out, error: () => text.error, ended };
}

/** Runs a program to its end. */
export async function runToEnd(
  program: string,
  settings: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ code: number | null; out: string; error: string }> {
  const run = start(program, settings, args);
  const code = await run.ended;
  return { code, out: run.out(), error: run.error() };
}

/** Where a started server listens, once it says so. */
export async function addressOfServer(run: Spawned): Promise<string> {
  const said = await eventually(() => {
    if (run.child.exitCode !== null) throw new Error(`The server ended: ${run.error()}`);
    return /Lotkeeper is at ([^\s"]+)/.exec(run.out())?.[1];
  }, 60_000);
  return said;
}
