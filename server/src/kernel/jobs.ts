import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { Pool } from 'pg';
import type { Sql, Tx } from './database.ts';

/** Every kind of background job and what it is given. Payloads hold no secrets. */
export interface JobPayloads {
  send_login_code: { username: string; phone_country_code: string };
  send_invitation: { organization_id: number; invitation_pk: number };
  /** Pairs the reads of a property that no visit has yet, and decides what its visits come to. */
  settle_visits: { organization_id: number; spot_pk: number };
  /** Every minute: queues the properties at which time alone may change what a visit comes to. */
  sweep_visits: Record<string, never>;
  /** Every hour: queues the organizations that may have something to be paid. */
  sweep_payouts: Record<string, never>;
  /** Pays an organization what is due, and looks whether an earlier payout came back. */
  pay_organization: { organization_id: number };
  /** Tells an Admin that the bank account for payouts was changed. */
  mail_bank_change: { organization_id: number; person_pk: number };
  /** Adds the next visitors of an uploaded file, for a few seconds; queues itself when more are left. */
  import_visitors: { organization_id: number; import_pk: number };
  /** Every minute: takes up imports that nobody is at, and removes files and refused rows that are old. */
  sweep_imports: Record<string, never>;
  /** Texts a driver the code of his valet session and a link; `asked_at` tells one text from the next. */
  send_valet_code: { organization_id: number; session_pk: number; asked_at: number };
  /** Every minute: asks the processor again about payments of valet sessions that nobody knows the end of. */
  sweep_valet_orders: Record<string, never>;
}

/** A failure that trying again does not mend: the job is over. */
export class FinalFailure extends Error {}

export type JobName = keyof JobPayloads;

export type JobHandlers = {
  [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void>;
};

/** When jobs run that nobody queues, as cron writes it: each once in all processes. */
const timetable: Partial<Record<JobName, string>> = {
  sweep_visits: '* * * * *',
  sweep_payouts: '20 * * * *',
  sweep_imports: '* * * * *',
  sweep_valet_orders: '* * * * *',
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
  const pool = new Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
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
] satisfies JobName[];

/** Starts working on jobs; `stop` waits for those under way. `isRunning` turns false when the queue ended by itself. */
export async function startJobs(
  pool: Pool,
  handlers: JobHandlers,
  onError: Report,
): Promise<{ stop(): Promise<void>; isRunning(): boolean }> {
  const tasks = Object.entries(handlers).map(
    ([name, handle]) => [name, untilFinal(name, handle, onError)] as const,
  );
  const work = async (concurrency: number, waits: boolean, crontab: string) => {
    const own = tasks.filter(([name]) => waitingForOthers.includes(name) === waits);
    const runner = await run({
      pgPool: pool,
      concurrency,
      pollInterval: 5000,
      noHandleSignals: true,
      crontab,
      logger: silent,
      taskList: Object.fromEntries(own),
    });
    runner.events.on('job:error', ({ job, error }) => onError(job.task_identifier, error));
    return runner;
  };
  const times = Object.entries(timetable).map(([name, time]) => `${time} ${name}`);
  const runners = [await work(4, true, ''), await work(2, false, times.join('\n'))];
  let ended = 0;
  for (const runner of runners) {
    const end = () => {
      ended += 1;
    };
    runner.promise.then(end, (error: unknown) => {
      end();
      onError('job queue', error);
    });
  }
  return {
    isRunning: () => ended === 0,
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
