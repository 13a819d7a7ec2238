import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');

/** Timeout of a start, demo included, in milliseconds. */
const startMs = 180_000;
/** Milliseconds that a stop may take. Then the supervisor is killed, and the server ends with it. */
const stopMs = 30_000;

/** A server under `npm start`, on a data folder of its own that is thrown away. */
export interface Lotkeeper {
  url: string;
  /** As seen from here. */
  dataDir: string;
  /** What it printed so far. */
  output(): string;
  /** Process ids of what runs now; undefined where it doesn't. */
  serverPid(): number | undefined;
  /** Of what starts the server again. */
  supervisorPid(): number | undefined;
  /** Those of its workers, when it has several. */
  workerPids(): number[];
  postmasterPid(): number | undefined;
  /** The URL of its database, for looking at what was stored. */
  databaseUrl(): string;
  stop(): Promise<void>;
}

/** A port that nobody listens on now. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A folder that the account of PostgreSQL may enter. */
export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-drill-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Waits until `ask` answers something true; throws with `label` when it takes longer. */
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

/** Process ids of the children of a process. */
const listChildren = (pid: number): number[] =>
  (readLines(`/proc/${pid}/task/${pid}/children`)[0] ?? '').split(' ').filter(Boolean).map(Number);

const isServer = (pid: number) =>
  (readLines(`/proc/${pid}/cmdline`)[0] ?? '').includes('server/src/main.ts');

export interface StartOptions {
  settings?: Record<string, string>;
  dataDir?: string;
  /** Put before the program, such as `nsenter --mount`. */
  wrapper?: readonly string[];
  /** Timeout in milliseconds, for a demo of more days. */
  timeoutMs?: number;
  /** Where its root folder is from here, when it runs in another mount namespace. */
  rootDir?: string;
}

/** Whether the server answers that it is ready. */
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
 * Milliseconds until the server says that it's ready again and `isBack` holds: what it says may be a second old, from
 * before the damage.
 */
export async function measureRecovery(url: string, isBack = () => true): Promise<number> {
  const started = performance.now();
  await waitFor('ready again', async () => isBack() && (await isReady(url)), 60_000);
  return performance.now() - started;
}

/** Starts Lotkeeper as `npm start` does, and waits until it is ready. */
export async function startLotkeeper(options: StartOptions = {}): Promise<Lotkeeper> {
  const dataDir = options.dataDir ?? makeDataFolder();
  const folderToRemove = options.dataDir === undefined ? dataDir : null;
  const port = await findFreePort();
  const program = [process.execPath, join(root, 'scripts/start.mjs')] as const;
  const [command, ...args] = [...(options.wrapper ?? []), ...program];
  const child = spawn(command, args, {
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      npm_lifecycle_event: '',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_DAYS: '2',
      SIMULATOR: '0',
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'pretty',
      ...options.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: root,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  }
  const url = `http://127.0.0.1:${port}`;
  const isStarted = () => {
    if (child.exitCode !== null) throw new Error(`Lotkeeper did not start:\n${output}`);
    return isReady(url);
  };
  await waitFor('the start', isStarted, options.timeoutMs ?? startMs).catch(
    async (error: unknown) => {
      await stop(child, folderToRemove);
      throw error;
    },
  );
  const supervisor = child.pid ?? 0;
  const seenDataDir = join(options.rootDir ?? '/', dataDir);
  const serverPid = () =>
    [supervisor, ...listChildren(supervisor)].flatMap(listChildren).find(isServer);
  return {
    url,
    dataDir: seenDataDir,
    output: () => output,
    serverPid,
    supervisorPid: () => child.pid,
    workerPids: () => listChildren(serverPid() ?? 0).filter(isServer),
    postmasterPid: () =>
      Number(readLines(join(seenDataDir, 'postgres', 'postmaster.pid'))[0]) || undefined,
    databaseUrl: () => readLines(join(seenDataDir, 'postgres-url'))[0] ?? '',
    stop: () => stop(child, folderToRemove),
  };
}

/** Kills supervisor, server and PostgreSQL at once, as when the machine dies. */
export function killAll(lotkeeper: Lotkeeper): void {
  const pids = [lotkeeper.supervisorPid(), lotkeeper.serverPid(), lotkeeper.postmasterPid()];
  for (const pid of pids) if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

/** Starts Lotkeeper for `work` and stops it afterwards. */
export async function withLotkeeper<T>(
  work: (lotkeeper: Lotkeeper) => Promise<T>,
  options: StartOptions = {},
): Promise<T> {
  const lotkeeper = await startLotkeeper(options);
  try {
    return await work(lotkeeper);
  } finally {
    await lotkeeper.stop();
  }
}

async function stop(child: ChildProcess, folder: string | null): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(impatience);
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
}
