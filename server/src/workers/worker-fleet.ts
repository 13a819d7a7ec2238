import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { pauseAfter } from '../kernel/data/retry.ts';

/** What a worker sends to its parent process: it serves, at this address. */
export interface WorkerReady {
  kind: 'ready';
  address: string;
}

/** What the first process sends to its workers. */
export type WorkerOrder =
  /** Finish open requests, accept nothing new, and exit. */
  { kind: 'retire' } | { kind: 'jobs'; areRunning: boolean };

const isWorkerReady = (message: unknown): message is WorkerReady =>
  (message as Partial<WorkerReady> | null)?.kind === 'ready';

/** A worker that doesn't serve by then is killed, in milliseconds. */
const startMs = 60_000;
/** A retired worker that hasn't exited by then is killed, in milliseconds. */
const retirementMs = 20_000;

/** A worker exited before it served; it has already reported why. */
export class WorkerRefused extends Error {
  readonly exitCode: number;

  constructor(exitCode: number | null) {
    super('A worker ended before it was ready.');
    this.exitCode = exitCode ?? 1;
  }
}

export interface WorkerFleet {
  /** The address that all workers listen on. */
  address: string;
  /** Replaces the workers one by one; each exits only once its successor serves. */
  replaceAll(): Promise<void>;
  tellJobs(areRunning: boolean): void;
  stop(): Promise<void>;
}

const isGone = (worker: Worker) =>
  worker.process.exitCode !== null || worker.process.signalCode !== null;

/** Resolves to the address once the worker serves; throws if it exits before. */
function waitUntilReady(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (isWorkerReady(message)) resolve(message.address);
    });
    worker.once('exit', (code: number | null) => reject(new WorkerRefused(code)));
  });
}

/** A worker that is exiting may be gone before a message reaches it. */
function send(worker: Worker, order: WorkerOrder): void {
  if (worker.isConnected()) worker.send(order, () => undefined);
}

/** Asks a worker to finish and waits until it's gone. */
async function retire(worker: Worker): Promise<void> {
  if (isGone(worker)) return;
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), retirementMs);
  const gone = once(worker, 'exit');
  send(worker, { kind: 'retire' });
  await gone;
  clearTimeout(timer);
}

/** Starts processes that share one port, and replaces each one that exits, until `stop` is called. */
export async function startFleet(options: {
  count: number;
  /** Added to the environment of each worker. */
  environment: Record<string, string>;
  report: (sentence: string) => void;
}): Promise<WorkerFleet> {
  const { count, environment, report } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const retired = new WeakSet<Worker>();
  const workers: Worker[] = [];
  let address = '';
  let areJobsRunning = true;
  let replacing: Promise<void> | undefined;

  const begin = async () => {
    const worker = cluster.fork(environment);
    // An unhandled error event would crash this process; `exit` has all the information.
    worker.on('error', () => undefined);
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), startMs);
    address = await waitUntilReady(worker).finally(() => clearTimeout(timer));
    send(worker, { kind: 'jobs', areRunning: areJobsRunning });
    return worker;
  };

  /** Adds a worker at an index, and replaces it when it exits. */
  const fill = (index: number, worker: Worker, failures = 0) => {
    workers[index] = worker;
    const beganAt = performance.now();
    const refill = (code: number | null, killedBy: string | null) => {
      if (retired.has(worker) || signal.aborted) return;
      report(`Worker ${worker.id} ended (${killedBy ?? `exit code ${code}`}) and is replaced.`);
      const wasSteady = performance.now() - beganAt >= minuteMs;
      void replaceLost(index, worker, wasSteady ? 0 : failures).catch(() => undefined);
    };
    if (isGone(worker)) refill(worker.process.exitCode, worker.process.signalCode);
    else worker.once('exit', refill);
  };

  const replaceLost = async (index: number, lost: Worker, failures: number) => {
    for (let failed = failures; workers[index] === lost; failed++) {
      await pauseAfter(failed, signal);
      const next = await begin().catch(() => undefined);
      if (!next) continue;
      if (workers[index] === lost) return fill(index, next, failed + 1);
      // A replacement of all workers was faster.
      retired.add(next);
      await retire(next);
    }
  };

  const replaceEach = async () => {
    for (let index = 0; index < count && !signal.aborted; index++) {
      const next = await begin();
      const old = workers[index];
      if (old) retired.add(old);
      fill(index, next);
      if (old) await retire(old);
    }
  };

  const stop = async () => {
    stopping.abort();
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const gone = all.filter((worker) => !isGone(worker)).map((worker) => once(worker, 'exit'));
    for (const worker of all) worker.process.kill('SIGTERM');
    await Promise.all(gone);
  };

  try {
    // The first one starts alone, so that a failure to start is reported once.
    fill(0, await begin());
    const others = Array.from({ length: count - 1 }, async (_, other) =>
      fill(other + 1, await begin()),
    );
    await Promise.all(others);
    return {
      address,
      replaceAll: () => {
        replacing ??= replaceEach()
          .catch((error: unknown) => report(`The workers weren’t all replaced: ${String(error)}`))
          .finally(() => {
            replacing = undefined;
          });
        return replacing;
      },
      tellJobs: (areRunning) => {
        if (areRunning === areJobsRunning) return;
        areJobsRunning = areRunning;
        for (const worker of workers) send(worker, { kind: 'jobs', areRunning });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
