import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/test-database.ts';
import type { Database } from './database.ts';
import { jobLimits } from './database.ts';
import { defineJob, enqueue, handleJob, startJobs } from './jobs.ts';
import { openPool } from './sql/connection-pool.ts';

/** Workers look for jobs every 5 seconds; the rest is slack for a busy machine. */
const soon = 30_000;

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const settleJob = defineJob('settle');

/** Starts workers with their own connections, like another process. */
async function startWorkers(settle: () => Promise<void>, lookMs: number) {
  const pool = openPool({ url: database.url, size: 8, limits: jobLimits });
  const jobs = await startJobs(
    pool,
    [handleJob(settleJob, () => settle)],
    undefined,
    () => undefined,
    { lookMs },
  );
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= jobs.stop().then(() => pool.end()));
  atEnd(stop);
  return { stop, isRunning: () => jobs.isRunning() };
}

const queue = () => enqueue(database.system, settleJob, {});
const jobsLeft = async () => {
  const [row] = await database.system<[{ jobs: number }]>`
    select count(*) as jobs from graphile_worker.jobs where task_identifier = 'settle'`;
  return row.jobs;
};
/** Two worker pools in each of two processes, and one timetable. */
const locksOfTwo = 5;
const heldLocks = async () => {
  const [row] = await database.system<[{ locks: number }]>`
    select count(*) as locks from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and datname = current_database() and granted`;
  return row.locks;
};

/** Starts a process that takes one job and never finishes it. */
async function takeJobElsewhere() {
  const module = (path: string) =>
    JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href);
  const script = `
    import { jobLimits } from ${module('database.ts')};
    import { openPool } from ${module('sql/connection-pool.ts')};
    import { defineJob, handleJob, startJobs } from ${module('jobs.ts')};
    const pool = openPool({ url: ${JSON.stringify(database.url)}, size: 8, limits: jobLimits });
    const take = () => { console.log('took it'); return new Promise(() => {}); };
    await startJobs(pool, [handleJob(defineJob('settle'), () => take)], undefined, () => undefined);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  atEnd(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await ended;
  };
}

test('a job of a killed process is taken over by another process', async () => {
  await queue();
  const kill = await takeJobElsewhere();
  let runs = 0;
  const { stop } = await startWorkers(async () => void runs++, 100);
  await kill();
  await eventually(() => runs === 1, soon);
  await eventually(async () => (await jobsLeft()) === 0, soon);
  // Left alone, they would take the next test's jobs.
  await stop();
});

test('a job that was queued again while a process held it isn’t left as failed when that process is killed', async () => {
  const queueByKey = () =>
    database.system`select lotkeeper.enqueue('settle', '{}'::json, 'one', now())`;
  await queueByKey();
  const kill = await takeJobElsewhere();
  await queueByKey();
  expect(await jobsLeft()).toBe(2);
  let runs = 0;
  const { stop } = await startWorkers(async () => void runs++, 100);
  await kill();
  await eventually(async () => (await jobsLeft()) === 0, soon);
  expect(runs).toBe(1);
  await stop();
});

test('a job stays with its living process, even after its connections were cut', async () => {
  const release = Promise.withResolvers<void>();
  let runs = 0;
  const hold = () => {
    runs++;
    return release.promise;
  };
  const first = await startWorkers(hold, 500);
  await queue();
  await eventually(() => runs === 1, soon);
  const second = await startWorkers(hold, 2000);
  await eventually(async () => (await heldLocks()) === locksOfTwo, soon);
  await database.system`
      select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and datname = current_database()`;
  // A job of a worker that never existed is freed at the second check, so this job was checked as often.
  await database.system`
      select graphile_worker.add_job('nobody_does_this', '{}'::json, run_at => now() + interval '1 day')`;
  await database.system`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-gone'
      where locked_by is null`;
  await eventually(async () => {
    const [row] = await database.system<[{ jobs: number }]>`
        select count(*) as jobs from graphile_worker.jobs where locked_by = 'pool-gone'`;
    return row.jobs === 0;
  }, soon);
  await eventually(async () => (await heldLocks()) === locksOfTwo, soon);
  expect(runs).toBe(1);
  release.resolve();
  await eventually(async () => (await jobsLeft()) === 0, soon);
  expect(runs).toBe(1);
  await Promise.all([first.stop(), second.stop()]);
});

/** Blocks connections to the database and cuts existing ones; returns a function that allows them again. */
async function closeDatabase() {
  const name = new URL(database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('server') });
  await admin.connect();
  const isQuiet = async () => {
    const { rowCount } = await admin.query(
      `select from pg_stat_activity where datname = $1 and state <> 'idle'`,
      [name],
    );
    return rowCount === 0;
  };
  // Workers that are looking for jobs right now would end before the end of the first run is recorded.
  await eventually(isQuiet, soon);
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
  return async () => {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  };
}

test.each([1, 2])(
  'when the end of each of %i jobs can’t be recorded, the jobs run again and the workers continue',
  async (jobs) => {
    // graphile-worker prints what ends its workers.
    vi.spyOn(console, 'trace').mockReturnValue();
    const closed = Promise.withResolvers<() => Promise<void>>();
    let runs = 0;
    const workers = await startWorkers(async () => {
      const run = ++runs;
      if (run === jobs) closed.resolve(closeDatabase());
      await closed.promise;
      // One after another: ends that arrive together are written together.
      if (run <= jobs) await pause(run * 50);
    }, 500);
    await Promise.all(Array.from({ length: jobs }, queue));
    // If it were reopened earlier, the database would record the ends of the first runs.
    await eventually(() => !workers.isRunning(), soon);
    expect(runs).toBe(jobs);
    const openDatabase = await closed.promise;
    await openDatabase();
    await eventually(() => runs === 2 * jobs, soon);
    await eventually(async () => (await jobsLeft().catch(() => 1)) === 0, soon);
    // Left alone, they would take the next test's jobs.
    await workers.stop();
  },
);
