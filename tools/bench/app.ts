import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { atEnd } from '../../server/src/testing/at-end.ts';

/** Lifts the limits per caller, since one session sends all the load. */
export const unlimited = {
  RATE_PER_PERSON: '0',
  RATE_PER_KEY: '0',
  RATE_PER_ADDRESS: '0',
  MAX_RUNNING_CALLS: '0',
};

/** A statement as sent, with its parameters as text. */
export interface Statement {
  text: string;
  parameters: readonly (string | null)[];
}

export interface AppReady {
  port: number;
  token: string;
}

export interface RunningApp extends AppReady {
  /** The statements that the app sends for a request. */
  statementsOf(path: string): Promise<Statement[]>;
  /** Microseconds of processor time that the app has used so far. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

async function askChild<T>(child: ChildProcess, question: string, field: string): Promise<T> {
  const answer = once(child, 'message');
  child.send(question);
  const [message] = (await answer) as [Record<string, T>];
  return message[field] as T;
}

async function fetchText(app: AppReady, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${app.port}${path}`, {
    headers: { authorization: `Token ${app.token}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

/** Starts the app in its own process; `now` in epoch milliseconds. Returns statements only with `listening`. */
export async function startApp(url: string, now: number, listening = false): Promise<RunningApp> {
  const file = join(import.meta.dirname, 'app-process.ts');
  // BENCH_PROFILE names a folder for the server process's CPU profile.
  const profile = process.env.BENCH_PROFILE;
  const execArgv = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const child = fork(file, [url, String(now), listening ? 'listening' : ''], {
    env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' },
    execArgv,
    // Its log is discarded, so that writing it doesn't distort the measurement.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = (await once(child, 'message')) as [{ ready: AppReady }];
  const { ready } = message;
  const stop = async () => {
    if (!child.connected) return;
    const exit = once(child, 'exit');
    child.disconnect();
    await exit;
  };
  atEnd(stop);
  return {
    ...ready,
    async statementsOf(path) {
      await fetchText(ready, path);
      child.send('listen');
      await fetchText(ready, path);
      return askChild<Statement[]>(child, 'publish', 'statements');
    },
    async cpu() {
      const { user, system } = await askChild<NodeJS.CpuUsage>(child, 'cpu', 'cpu');
      return user + system;
    },
    stop,
  };
}
