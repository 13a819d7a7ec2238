import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import type { NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../kernel/start-error.ts';
import { answers, isPostmaster } from './alive.ts';
import type { Cluster } from './cluster.ts';
import { explain } from './explain.ts';
import type { LogFile } from './log-file.ts';
import { waitForRecovery } from './server-state.ts';
import { settings } from './settings.ts';
import { removeSocketFolder, type SocketFolder } from './socket-folder.ts';
import { environment, run } from './unprivileged.ts';

export type Notes = { info(message: string): void; error(message: string): void };

const pollMs = 10;
const retryMs = 10_000;
const newsMs = 10_000;
/** How long our own PostgreSQL may take to write everything to disk when it is stopped. */
const stopMs = 20_000;
/** How long a stop waits for a recovery to end, and for an earlier run's server to stop. */
const recoveryMs = 5000;
const orphanSeconds = 4;
/** An immediate stop needs no more: after 5 seconds PostgreSQL kills its own processes. */
const immediateSeconds = 10;

/** Starts the server and resolves when it accepts connections, however long its recovery takes; an abort ends it. */
export async function startPostmaster(
  cluster: Cluster,
  socketFolder: SocketFolder,
  log: LogFile,
  notes: Notes,
  signal?: AbortSignal,
): Promise<ChildProcess> {
  const started = performance.now();
  for (;;) {
    log.mark();
    const child = spawnPostmaster(cluster, socketFolder, log);
    const cancel = () => void child.kill('SIGQUIT');
    signal?.addEventListener('abort', cancel);
    const isReady = await ready(child, cluster, notes);
    signal?.removeEventListener('abort', cancel);
    if (isReady) return child;
    signal?.throwIfAborted();
    const output = log.read();
    // The processes of a killed server release its memory a little later.
    const late = /pre-existing shared memory block|lock file ".*" already exists/.test(output);
    if (!late || performance.now() - started > retryMs) {
      throw explain(output, { folder: cluster.folder, action: 'start', log: log.path });
    }
    await pause(200);
  }
}

function spawnPostmaster(
  { bin, folder, user, recovery }: Cluster,
  socketFolder: SocketFolder,
  log: LogFile,
): ChildProcess {
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', realpathSync(folder), ...settings(socketFolder.settings, recovery)],
    {
      // In its own session: Ctrl-C must not end it before the open requests are answered.
      detached: true,
      cwd: process.platform === 'win32' ? undefined : '/',
      env: environment(),
      stdio: ['ignore', log.fd, log.fd],
      windowsHide: true,
      ...user,
    },
  );
  child.on('error', () => undefined);
  return child;
}

async function ready(child: ChildProcess, cluster: Cluster, notes: Notes): Promise<boolean> {
  const tellNews = recoveryNews(notes);
  while (child.pid !== undefined && !ended(child)) {
    const file = postmasterFile(cluster.folder);
    if (file?.pid === child.pid && file.status === 'ready') return true;
    tellNews();
    await pause(pollMs);
  }
  return false;
}

/** Call repeatedly during a recovery; reports it every 10 seconds. */
function recoveryNews(notes: Notes): () => void {
  let next = performance.now() + newsMs;
  return () => {
    if (performance.now() < next) return;
    notes.info('PostgreSQL is still starting: it’s recovering from an interrupted run.');
    next += newsMs;
  };
}

/** Stops the server cleanly: open transactions are rolled back, everything committed is kept. */
export async function stopPostmaster(child: ChildProcess, cluster: Cluster): Promise<void> {
  if (ended(child)) return;
  child.ref();
  const exit = once(child, 'exit');
  const address = postmasterFile(cluster.folder)?.address;
  const state = address && (await waitForRecovery(address, { deadlineMs: recoveryMs }));
  // An immediate stop loses nothing either: the next start replays the log.
  if (state === 'recovering') child.kill('SIGQUIT');
  else if (process.platform === 'win32') await pgCtlStop(cluster, 'fast', stopMs / 1000);
  else child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), stopMs);
  await exit;
  clearTimeout(impatience);
}

/** Stops the server that a killed run left behind; ignores a pid that another program now has. */
export async function stopOrphan(cluster: Cluster, notes: Notes): Promise<void> {
  const orphan = postmasterFile(cluster.folder);
  if (!orphan) return;
  if (isPostmaster(orphan.pid, cluster.folder)) {
    notes.info('Stopping the PostgreSQL that an interrupted run left behind.');
    await waitForRecovery(orphan.address, { onWait: recoveryNews(notes) });
    const stopped =
      (await pgCtlStop(cluster, 'fast', orphanSeconds)) ||
      (await pgCtlStop(cluster, 'immediate', immediateSeconds));
    if (!stopped && isPostmaster(orphan.pid, cluster.folder)) {
      throw new StartError(
        `A PostgreSQL of an earlier run (process ${orphan.pid}) still uses ${cluster.folder} and doesn’t stop: end it, then start again.`,
      );
    }
  } else if (answers(orphan.pid)) {
    rmSync(join(cluster.folder, 'postmaster.pid'), { force: true });
  }
  removeSocketFolder(orphan.socketFolder);
}

async function pgCtlStop(
  { bin, folder, user }: Cluster,
  mode: 'fast' | 'immediate',
  seconds: number,
): Promise<boolean> {
  const args = ['stop', '-D', realpathSync(folder), '-m', mode, '-w', '-t', `${seconds}`];
  return (await run(user, join(bin, 'pg_ctl'), args)).code === 0;
}

/** Whether the process has exited, by itself or from a signal. */
export function ended(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function postmasterFile(folder: string) {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const port = Number(lines[3]);
    const socketFolder = lines[4] ?? '';
    const address: NetConnectOpts = socketFolder
      ? { path: join(socketFolder, `.s.PGSQL.${port}`) }
      : { host: '127.0.0.1', port };
    return { pid: Number(lines[0]), socketFolder, address, status: lines[7]?.trim() };
  } catch {
    return undefined;
  }
}
