import { EventEmitter } from 'node:events';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { Logger, makeWorkerUtils, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { CodeCaller } from '../access/login-codes.ts';
import type { Sql, Tx } from './database.ts';
import { jobLimits } from './database.ts';
import { openJobHolders } from './job-holders.ts';
import { pauseAfter } from './retry.ts';
import { openPool } from './sql/connection-pool.ts';
import { startTimetable } from './timetable.ts';

/** Every kind of background job and what it is given. Payloads hold no secrets. */
export interface JobPayloads {
  /** `caller` is whose budget the send counts against; jobs queued by an earlier version have none. */
  send_login_code: { username: string; phone_country_code: string; caller?: CodeCaller };
  send_invitation: { organization_id: number; invitation_pk: number };
  /** Pairs the reads of a property that no visit has yet, and decides what its visits come to. */
  settle_visits: { organization_id: number; spot_pk: number };
  /** Every minute: queues the properties where time alone may change a visit's outcome. */
  sweep_visits: Record<string, never>;
  /** Every hour: closes the months that are long over. */
  close_months: Record<string, never>;
  /** Every hour: seals what arrived at organizations whose day is over. */
  seal_days: Record<string, never>;
  /** Every hour: deletes what is older than organizations keep it, where it's night. */
  apply_retention: Record<string, never>;
  /** Erases what an organization has about a driver who asked for it; queues itself when more is left. */
  erase_driver: { organization_id: number; request_pk: number };
  /** Every hour: takes up erasures that nobody is at, and forgets requests that nobody erased. */
  sweep_privacy_requests: Record<string, never>;
  /** Every hour: queues the organizations that may have something to be paid. */
  sweep_payouts: Record<string, never>;
  /** Pays an organization what is due, and looks whether an earlier payout came back. */
  pay_organization: { organization_id: number };
  /** Brings up to date what an event of a payment processor is about. */
  handle_processor_event: { processor: string; id: string };
  /** Every minute: asks the processor again about refunds that nobody knows the end of. */
  sweep_refund_orders: Record<string, never>;
  /** Every minute: takes up events of the processor that could not be handled. */
  sweep_processor_events: Record<string, never>;
  /** Notifies an Admin that the bank account for payouts was changed. */
  mail_bank_change: { organization_id: number; person_pk: number };
  /** Emails a person whom a superuser gave a role. */
  mail_new_role: { organization_id: number; person_pk: number };
  /** Mails support that an Admin wants a property added. */
  mail_property_request: {
    organization_id: number;
    person_pk: number;
    key: string;
    name: string;
    address: string;
    note: string;
  };
  /** Adds the next visitors of an uploaded file, for a few seconds; queues itself when more are left. */
  import_visitors: { organization_id: number; import_pk: number };
  /** Undoes the next visitors of an import, for a few seconds; queues itself when more are left. */
  undo_import: { organization_id: number; import_pk: number };
  /** Every minute: takes up imports and undos that nobody is at, and removes files and rows that are old. */
  sweep_imports: Record<string, never>;
  /** Texts drivers the code of their valet session and a link; `asked_at` distinguishes one text from the next. */
  send_valet_code: { organization_id: number; session_pk: number; asked_at: number };
  /** Texts a driver that their bank wants them to confirm a payment. */
  send_valet_confirmation: { organization_id: number; order_pk: number };
  /** Every minute: asks the processor again about payments of valet sessions that nobody knows the end of. */
  sweep_valet_orders: Record<string, never>;
}

/** A failure that trying again does not mend: the job is over. */
export class FinalFailure extends Error {}

export type JobName = keyof JobPayloads;

export type JobHandlers = {
  [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void>;
};

/** Milliseconds between the runs of jobs that nobody queues; each runs once in all processes. */
const timetable: Partial<Record<JobName, number>> = {
  sweep_visits: minuteMs,
  sweep_payouts: hourMs,
  close_months: hourMs,
  seal_days: hourMs,
  apply_retention: hourMs,
  sweep_privacy_requests: hourMs,
  sweep_imports: minuteMs,
  sweep_valet_orders: minuteMs,
  sweep_processor_events: minuteMs,
  sweep_refund_orders: minuteMs,
};

/** Queues a job as part of whatever transaction `sql` is in. */
export async function enqueue<Name extends JobName>(
  sql: Sql,
  name: Name,
  payload: JobPayloads[Name],
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${sql.json(payload)}::json, max_attempts => 5)`;
}

/**
 * Queues a job from a scope's transaction, which may not touch the queue itself. Jobs of the same key that
 * have not begun are one job; it runs not before `runAt`.
 */
export async function enqueueOnce<Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: JobPayloads[Name],
  options: { key: string; runAt: Instant },
): Promise<void> {
  await tx`select lotkeeper.enqueue(${name}, ${tx.json(payload)}::json, ${options.key}, ${options.runAt})`;
}

/** Creates or updates the job queue's own tables. */
export async function migrateJobs(pool: Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: silent });
  await utils.migrate();
  await utils.release();
}

/** As `migrateJobs`, on a database at an address, with connections that end with it. */
export async function migrateJobsAt(url: string): Promise<void> {
  const pool = openPool({ url, size: 2, limits: jobLimits });
  await migrateJobs(pool);
  await pool.end();
}

const silent = new Logger(() => () => undefined);

type Report = (name: string, error: unknown) => void;

/** Runs a job; a final failure is reported and ends it, any other is thrown for the queue to try again. */
const untilFinal =
  (name: string, handle: (payload: never) => Promise<void>, report: Report) =>
  async (payload: unknown) => {
    try {
      await handle(payload as never);
    } catch (error) {
      if (!(error instanceof FinalFailure)) throw error;
      report(name, error);
    }
  };

/** Jobs that wait for servers of others; they have workers of their own, so that a silent mail server holds up no other. */
const waitingForOthers: readonly string[] = [
  'send_login_code',
  'send_invitation',
  'send_valet_code',
  'send_valet_confirmation',
  'handle_processor_event',
  'mail_bank_change',
  'mail_new_role',
  'mail_property_request',
] satisfies JobName[];

/** Whether a job sends an email or a text message. */
export const isMessageJob = (name: string) => /^(send|mail)_/.test(name);

/**
 * A job whose end cannot be written down, because the database is gone, ends the workers (`batch`: a
 * worker that writes each end by itself ends the process instead). New ones take their place.
 */
const endOfJobs = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/**
 * Workers that could not write down the end of a job end by themselves, when their other jobs have. With
 * graphile-worker 0.17.3 they sometimes never do, seen when one of them was looking for a job at that moment. After this
 * long they are given up, so that others get their jobs, and so that a stop is over in its ten seconds.
 */
const endingMs = 5000;

/** A runner, and a promise that resolves when it is given up. */
interface WatchedRunner {
  runner: Runner;
  lost: Promise<void>;
}

interface JobRunner {
  stop(): Promise<void>;
  isRunning(): boolean;
}

/** Keeps a runner running: one that ended without having been asked to is replaced. */
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
  const ended = watch().catch(() => undefined);
  return {
    isRunning: () => isRunning,
    async stop() {
      stopping.abort();
      // One that ends at this very time by itself refuses to be stopped.
      await Promise.race([current.runner.stop().catch(() => undefined), current.lost]);
      await ended;
    },
  };
}

/** Starts working on jobs; `stop` waits for those under way. `isRunning` is false while the queue has ended and isn't back. */
export async function startJobs(
  pool: Pool,
  handlers: JobHandlers,
  onError: Report,
  { lookMs }: { lookMs?: number } = {},
): Promise<JobRunner> {
  const tasks = Object.entries(handlers).map(
    ([name, handle]) => [name, untilFinal(name, handle, onError)] as const,
  );
  const holders = openJobHolders(pool, Object.keys(timetable), lookMs);
  const work = async (concurrency: number, waits: boolean) => {
    const own = tasks.filter(([name]) => waitingForOthers.includes(name) === waits);
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
      taskList: Object.fromEntries(own),
    });
    return { runner, lost: lost.promise };
  };
  const runners = [await keepRunner(() => work(4, true)), await keepRunner(() => work(2, false))];
  const sweeping = startTimetable(pool, timetable);
  return {
    isRunning: () => runners.every((runner) => runner.isRunning()),
    async stop() {
      await sweeping.stop();
      await Promise.all(runners.map((runner) => runner.stop()));
      await holders.stop();
    },
  };
}
