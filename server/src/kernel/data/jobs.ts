import { EventEmitter } from 'node:events';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { Logger, makeWorkerUtils, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Sql, Tx } from './database.ts';
import { jobLimits } from './database.ts';
import { openJobHolders } from './job-holders.ts';
import { pauseAfter } from './retry.ts';
import { openPool } from './sql/connection-pool.ts';
import { startTimetable } from './timetable.ts';

/** A kind of background job, declared where it is queued. Payloads never contain secrets, and a job may run twice. */
export interface Job<Payload extends object> {
  name: string;
  /** Milliseconds between runs of a scheduled job; each run happens once across all processes. */
  every?: number;
  /**
   * Set for jobs that wait for third-party servers. They get their own workers, so an unresponsive
   * mail server delays no others.
   */
  waitsForOthers?: true;
  /** Set for jobs that may be many at once: they start when no other one waits. */
  isBulk?: true;
  /** Exists only for the compiler. */
  payload?: Payload;
}

/** Declares a kind of job. The queue stores the name, so renaming one abandons its waiting jobs. */
export const defineJob = <Payload extends object = Record<string, never>>(
  name: string,
  options: Pick<Job<Payload>, 'every' | 'waitsForOthers' | 'isBulk'> = {},
): Job<Payload> => ({ name, ...options });

export type JobHandler<J> =
  J extends Job<infer Payload> ? (payload: Payload) => Promise<void> : never;

/** The process that runs a job, for work that continues without a worker after its job has ended. */
export interface JobProcess {
  /** Aborted when the process stops: such work should end soon. */
  stopping: AbortSignal;
  /** Takes such work: a stop waits for it, and its failure is reported. It isn't tried again. */
  keep: (work: Promise<void>) => void;
}

/** A kind of job and the factory of its handler. */
export interface HandledJob<Deps> {
  job: Job<never>;
  makeHandler: (deps: Deps) => (payload: never, process: JobProcess) => Promise<void>;
}

/** The dependencies of several jobs' handlers, combined. */
type DepsOf<Handled extends HandledJob<never>> = Handled['makeHandler'] extends (
  deps: infer Deps,
) => unknown
  ? Deps
  : never;

/** Sets the handler of a kind of job. */
export const handleJob = <Payload extends object, Deps>(
  job: Job<Payload>,
  makeHandler: (deps: Deps) => (payload: Payload, process: JobProcess) => Promise<void>,
): HandledJob<Deps> => ({ job: job as Job<never>, makeHandler });

/** A failure that retrying can't fix: the job ends. */
export class FinalFailure extends Error {}

/** Queues a job in the transaction that `sql` belongs to. */
export async function enqueue<Payload extends object>(
  sql: Sql,
  { name }: Job<Payload>,
  payload: NoInfer<Payload>,
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${sql.json(payload)}::json, max_attempts => 5)`;
}

/**
 * Queues a job from a scope's transaction, which can't touch the queue itself. Waiting jobs with
 * the same key are merged; `runAt` is the earliest start.
 */
export async function enqueueOnce<Payload extends object>(
  tx: Tx,
  { name, isBulk }: Job<Payload>,
  payload: NoInfer<Payload>,
  options: { key: string; runAt: Instant },
): Promise<void> {
  await tx`
    select lotkeeper.enqueue(${name}, ${tx.json(payload)}::json, ${options.key}, ${options.runAt},
      ${isBulk ? 10 : 0})`;
}

/** Creates or updates the job queue's own tables. */
export async function migrateJobs(pool: Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: silent });
  await utils.migrate();
  await utils.release();
}

/** Like `migrateJobs`, for a database URL; its connections are closed afterward. */
export async function migrateJobsAt(url: string): Promise<void> {
  const pool = openPool({ url, size: 2, limits: jobLimits });
  await migrateJobs(pool);
  await pool.end();
}

const silent = new Logger(() => () => undefined);

type Report = (name: string, error: unknown) => void;

/** Keeps the work that jobs of a process leave to it. */
function openLeftWork(onError: Report) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    /** The process as the handler of a job sees it. */
    forJob: (name: string): JobProcess => ({
      stopping: stopping.signal,
      keep(work) {
        const entry = work
          .catch((error: unknown) => onError(name, error))
          .finally(() => running.delete(entry));
        running.add(entry);
      },
    }),
    async stop() {
      stopping.abort();
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Runs a job. A final failure is reported and ends the job; any other is thrown, so the queue retries it. */
const untilFinal =
  (
    name: string,
    handle: (payload: never, process: JobProcess) => Promise<void>,
    { process, report }: { process: JobProcess; report: Report },
  ) =>
  async (payload: unknown) => {
    try {
      await handle(payload as never, process);
    } catch (error) {
      if (!(error instanceof FinalFailure)) throw error;
      report(name, error);
    }
  };

/**
 * When the end of a job can't be recorded because the database is gone, the workers end and new
 * ones replace them. (`batch`: a worker that records each end by itself ends the process instead.)
 */
const endOfJobs = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/**
 * Workers that can't record the end of a job end by themselves once their other jobs have. With
 * graphile-worker 0.17.3 they sometimes never do, seen when a worker was looking for a job at that
 * instant. After this long they are abandoned, so others get their jobs and a stop takes no more
 * than ten seconds.
 */
const endingMs = 5000;

/** A runner, and a promise that resolves when it is abandoned. */
interface WatchedRunner {
  runner: Runner;
  lost: Promise<void>;
}

interface JobRunner {
  stop(): Promise<void>;
  isRunning(): boolean;
}

/** Keeps a runner running: one that ends on its own is replaced. */
async function keepRunner(begin: () => Promise<WatchedRunner>): Promise<JobRunner> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = await begin();
  let isRunning = true;
  const replace = async () => {
    for (let failures = 0; ; failures++) {
      await pauseAfter(failures, signal);
      const next = await begin().catch(() => undefined);
      if (next) return next;
    }
  };
  const watch = async () => {
    for (;;) {
      await Promise.race([current.runner.promise.catch(() => undefined), current.lost]);
      if (signal.aborted) return;
      isRunning = false;
      current = await replace();
      isRunning = true;
      if (signal.aborted) await current.runner.stop();
    }
  };
  const watching = watch().catch(() => undefined);
  return {
    isRunning: () => isRunning,
    async stop() {
      stopping.abort();
      // A runner that is just ending on its own rejects `stop`.
      await Promise.race([current.runner.stop().catch(() => undefined), current.lost]);
      await watching;
    },
  };
}

/** Starts processing jobs; `stop` waits for running ones. `isRunning` is false while the queue is down. */
export async function startJobs<Handled extends HandledJob<never>>(
  pool: Pool,
  handled: readonly Handled[],
  deps: DepsOf<Handled>,
  onError: Report,
  { lookMs }: { lookMs?: number } = {},
): Promise<JobRunner> {
  const leftWork = openLeftWork(onError);
  const tasks = handled.map(({ job, makeHandler }) => ({
    ...job,
    run: untilFinal(job.name, makeHandler(deps as never), {
      process: leftWork.forJob(job.name),
      report: onError,
    }),
  }));
  const timetable = Object.fromEntries(
    tasks.flatMap(({ name, every }) => (every === undefined ? [] : [[name, every]])),
  );
  const holders = openJobHolders(pool, Object.keys(timetable), lookMs);
  const work = async (concurrency: number, waits: boolean) => {
    const own = tasks.filter(({ waitsForOthers = false }) => waitsForOthers === waits);
    const events: WorkerEvents = new EventEmitter();
    events.on('job:error', ({ job, error }) => onError(job.task_identifier, error));
    events.on('pool:create', ({ workerPool }) => holders.add(workerPool.id));
    events.on('pool:release', ({ workerPool }) => holders.remove(workerPool.id));
    const lost = Promise.withResolvers<void>();
    events.on('pool:fatalError', ({ workerPool }) => {
      const giveUp = () => {
        holders.remove(workerPool.id);
        lost.resolve();
      };
      setTimeout(giveUp, endingMs).unref();
    });
    const runner = await run({
      preset: endOfJobs,
      pgPool: pool,
      concurrency,
      pollInterval: 5000,
      noHandleSignals: true,
      events,
      logger: silent,
      taskList: Object.fromEntries(own.map((task) => [task.name, task.run])),
    });
    return { runner, lost: lost.promise };
  };
  const runners = [await keepRunner(() => work(4, true)), await keepRunner(() => work(2, false))];
  const sweeping = startTimetable(pool, timetable);
  return {
    isRunning: () => runners.every((runner) => runner.isRunning()),
    async stop() {
      await sweeping.stop();
      // Its signal also ends jobs that wait for it.
      await Promise.all([leftWork.stop(), ...runners.map((runner) => runner.stop())]);
      // What the last jobs left.
      await leftWork.stop();
      await holders.stop();
    },
  };
}
