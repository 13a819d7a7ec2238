import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';
import { eventually } from './eventually.ts';

const source = join(import.meta.dirname, '..');

/** A folder that every account may enter, including PostgreSQL's, removed at the end of the file. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-test-'));
  chmodSync(folder, 0o755);
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The path of a data folder that doesn't exist yet. */
export const dataFolder = () => join(makeFolder(), 'data');

export interface Spawned {
  child: ChildProcess;
  out: () => string;
  error: () => string;
  /** Resolves to the exit code when the process has exited. */
  ended: Promise<number | null>;
  /** Asks it to stop, and waits until it has. */
  stop: () => Promise<void>;
}

/** Starts a program with only these settings; `wrapper` is prepended, such as `nsenter --mount`. */
export function start(
  program: string,
  settings: Record<string, string>,
  args: readonly string[] = [],
  wrapper: readonly string[] = [],
): Spawned {
  const { DATABASE_URL: _, ...inherited } = process.env;
  // A deprecated call ends the program, and with it the test.
  const node = [process.execPath, '--throw-deprecation', join(source, program), ...args];
  const [command = '', ...rest] = [...wrapper, ...node];
  const child = spawn(command, rest, {
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
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await ended;
  };
  atEnd(stop);
  return { child, out: () => text.out, error: () => text.error, ended, stop };
}

export async function runToEnd(
  program: string,
  settings: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ code: number | null; out: string; error: string }> {
  const run = start(program, settings, args);
  const code = await run.ended;
  return { code, out: run.out(), error: run.error() };
}

/** The URL of a started server, once it prints it. */
export async function addressOfServer(run: Spawned): Promise<string> {
  return eventually(() => {
    if (run.child.exitCode !== null) throw new Error(`The server ended: ${run.error()}`);
    return /Lotkeeper is at ([^\s"]+)/.exec(run.out())?.[1];
  }, 60_000);
}
