import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Sql } from './database.ts';

/** Every kind of background job and what it is given. Payloads hold no secrets. */
export interface JobPayloads {
  send_login_code: { username: string; phone_country_code: string };
}

export type JobName = keyof JobPayloads;

export type JobHandlers = {
  [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void>;
};

/** Queues a job as part of whatever transaction `sql` is in. */
export async function enqueue<Name extends JobName>(
  sql: Sql,
  name: Name,
  payload: JobPayloads[Name],
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${sql.json(payload)}::json, max_attempts => 5)`;
}

/** Creates or updates the job queue's own tables. */
export async function migrateJobs(pool: Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: silent });
  await utils.migrate();
  await utils.release();
}

const silent = new Logger(() => () => undefined);

/** Starts working on jobs; `stop` waits for those under way. */
export async function startJobs(
  pool: Pool,
  handlers: JobHandlers,
  onError: (name: string, error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  const runner = await run({
    pgPool: pool,
    concurrency: 2,
    pollInterval: 5000,
    noHandleSignals: true,
    logger: silent,
    taskList: Object.fromEntries(
      Object.entries(handlers).map(([name, handle]) => [
        name,
        (payload: unknown) => handle(payload as never),
      ]),
    ),
  });
  runner.events.on('job:error', ({ job, error }) => onError(job.task_identifier, error));
  return { stop: () => runner.stop() };
}
