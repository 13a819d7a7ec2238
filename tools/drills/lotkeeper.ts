import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../server/src/embedded-postgres/socket-folder.ts';
import { atEnd } from '../../server/src/testing/at-end.ts';
import { makeFolder, start } from '../../server/src/testing/processes.ts';

/** Timeout of a start in milliseconds, including the demo. */
const startMs = 180_000;
/** Maximum milliseconds for a stop. Then the supervisor is killed, and the server ends with it. */
const stopMs = 30_000;

/** A server under `npm start`, stopped when the drill is over. */
export interface Lotkeeper {
  url: string;
  /** As seen from this process. */
  dataDir: string;
  /** What it has printed so far. */
  output(): string;
  /** Process IDs of what is running; undefined if it isn't. */
  serverPid(): number | undefined;
  /** The process that restarts the server. */
  supervisorPid(): number | undefined;
  /** The process IDs of its workers, if it has several. */
  workerPids(): number[];
  postmasterPid(): number | undefined;
  /** The URL of its database, for checking what was stored. */
  databaseUrl(): string;
  stop(): Promise<void>;
}

/** Waits until `ask` returns something truthy; throws with `label` after the timeout. */
export async function waitFor<T>(
  label: string,
  ask: () => T | Promise<T>,
  timeoutMs = 60_000,
): Promise<NonNullable<T>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`${label}: not within ${timeoutMs / 1000} s.`);
    await pause(50);
  }
}

const readLines = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
};

/** Process IDs of a process's children. */
const listChildren = (pid: number): number[] =>
  (readLines(`/proc/${pid}/task/${pid}/children`)[0] ?? '').split(' ').filter(Boolean).map(Number);

const isServer = (pid: number) =>
  (readLines(`/proc/${pid}/cmdline`)[0] ?? '').includes('server/src/main.ts');

interface StartOptions {
  settings?: Record<string, string>;
  /** A new folder by default. */
  dataDir?: string;
  /** Prepended to the program, such as `nsenter --mount`. */
  wrapper?: readonly string[];
  /** Timeout in milliseconds, for a demo of more days. */
  timeoutMs?: number;
  /** Its root folder as seen from here, if it runs in another mount namespace. */
  rootDir?: string;
}

/** Whether the server reports that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(`${url}/api/health/ready`, {
      signal: AbortSignal.timeout(2000),
    });
    return status === 200;
  } catch {
    return false;
  }
}

/**
 * Milliseconds until the server is ready and `isBack` holds; readiness may be a second old, from before the damage.
 */
export async function measureRecovery(url: string, isBack = () => true): Promise<number> {
  const started = performance.now();
  await waitFor('ready again', async () => isBack() && (await isReady(url)));
  return performance.now() - started;
}

/** Starts Lotkeeper as `npm start` does, and waits until it is ready. */
export async function startLotkeeper(options: StartOptions = {}): Promise<Lotkeeper> {
  const dataDir = options.dataDir ?? makeFolder();
  const port = await findFreePort();
  const settings = {
    npm_lifecycle_event: '',
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: '1',
    DEMO_DAYS: '2',
    SIMULATOR: '0',
    ...options.settings,
  };
  const run = start('../../scripts/start.mjs', settings, [], options.wrapper);
  const stop = async () => {
    const impatience = setTimeout(() => run.child.kill('SIGKILL'), stopMs);
    await run.stop();
    clearTimeout(impatience);
  };
  atEnd(stop);
  const output = () => run.out() + run.error();
  const url = `http://127.0.0.1:${port}`;
  const isStarted = () => {
    if (run.child.exitCode !== null) throw new Error(`Lotkeeper did not start:\n${output()}`);
    return isReady(url);
  };
  await waitFor('the start', isStarted, options.timeoutMs ?? startMs);
  const supervisor = run.child.pid ?? 0;
  const seenDataDir = join(options.rootDir ?? '/', dataDir);
  const serverPid = () =>
    [supervisor, ...listChildren(supervisor)].flatMap(listChildren).find(isServer);
  return {
    url,
    dataDir: seenDataDir,
    output,
    serverPid,
    supervisorPid: () => run.child.pid,
    workerPids: () => listChildren(serverPid() ?? 0).filter(isServer),
    postmasterPid: () =>
      Number(readLines(join(seenDataDir, 'postgres', 'postmaster.pid'))[0]) || undefined,
    databaseUrl: () => readLines(join(seenDataDir, 'postgres-url'))[0] ?? '',
    stop,
  };
}

/** Kills the supervisor, server and PostgreSQL at once, as when the machine fails. */
export function killAll(lotkeeper: Lotkeeper): void {
  const pids = [lotkeeper.supervisorPid(), lotkeeper.serverPid(), lotkeeper.postmasterPid()];
  for (const pid of pids) if (pid !== undefined) process.kill(pid, 'SIGKILL');
}
