import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import pg from 'pg';
import { expect, test } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { systemClock } from '../clock.ts';
import type { Tx } from './database.ts';
import type { JobProcess } from './jobs.ts';
import { defineJob, enqueue, enqueueOnce, FinalFailure, handleJob, startJobs } from './jobs.ts';

const sendJob = defineJob('send_mail', { waitsForOthers: true });
const settleJob = defineJob('settle');
const sweepJob = defineJob('sweep', { every: hourMs });

const reported: string[] = [];
/** What the handlers do; each test sets its own. */
const act = { send: async () => undefined as void, settle: async () => undefined as void };

const database = await testDatabase();
const quiet = () => undefined;
function openQuietPool(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on('error', quiet);
  pool.on('connect', (client) => client.on('error', quiet));
  return pool;
}
const pool = openQuietPool(database.url);
const jobs = await startJobs(
  pool,
  [handleJob(sendJob, () => () => act.send()), handleJob(settleJob, () => () => act.settle())],
  undefined,
  (name, error) => reported.push(`${name}: ${(error as Error).message}`),
);
atEnd(async () => {
  await jobs.stop();
  await pool.end();
});

const send = () => enqueue(database.system, sendJob, {});
const waiting = async () => {
  const [row] = await database.system<[{ jobs: number }]>`
    select count(*) as jobs from graphile_worker.jobs where task_identifier = 'send_mail'`;
  return row.jobs;
};

test('work that a job leaves to the process occupies no worker, its failure is reported, and a stop waits for it', async () => {
  const leaveJob = defineJob('leave', { waitsForOthers: true });
  const own = await testDatabase();
  const ownPool = openQuietPool(own.url);
  const ends: string[] = [];
  const failures: string[] = [];
  let left = 0;
  const leave = async (_: object, { stopping, keep }: JobProcess) => {
    left++;
    const wait = new Promise<void>((resolve) =>
      stopping.addEventListener('abort', () => resolve()),
    );
    keep(wait.then(() => void ends.push('stopped')));
    keep(Promise.reject(new Error('broken')));
  };
  const runner = await startJobs(
    ownPool,
    [handleJob(leaveJob, () => leave)],
    undefined,
    (name, error) => failures.push(`${name}: ${(error as Error).message}`),
  );
  for (let n = 0; n < 6; n++) await enqueue(own.system, leaveJob, {});
  await eventually(() => left === 6);
  expect(ends).toEqual([]);
  expect(failures).toEqual(Array.from({ length: 6 }, () => 'leave: broken'));
  await runner.stop();
  expect(ends).toHaveLength(6);
  await ownPool.end();
});

test('jobs that wait for another server never delay visits, however many there are', async () => {
  const letGo = Promise.withResolvers<void>();
  let held = 0;
  let settled = 0;
  act.send = () => {
    held++;
    return letGo.promise;
  };
  act.settle = async () => void settled++;
  for (let n = 0; n < 10; n++) await send();
  await eventually(() => held >= 4);
  await enqueue(database.system, settleJob, {});
  await eventually(() => settled === 1);
  expect(held).toBe(4);
  letGo.resolve();
  await eventually(async () => (await waiting()) === 0);
  expect(held).toBe(10);
});

test('a job that fails for good is reported once and removed, and any other failure is retried', async () => {
  reported.length = 0;
  act.send = () => Promise.reject(new FinalFailure('There is no such mailbox.'));
  await send();
  await eventually(() => reported.length > 0);
  await eventually(async () => (await waiting()) === 0);
  expect(reported).toEqual(['send_mail: There is no such mailbox.']);
  act.send = () => Promise.reject(new Error('The server is busy.'));
  await send();
  await eventually(() => reported.length > 1);
  const job = await eventually(async () => {
    const [row] = await database.system<{ attempts: number; last_error: string | null }[]>`
        select attempts, last_error from graphile_worker.jobs where task_identifier = 'send_mail'`;
    return row?.last_error ? row : undefined;
  });
  expect(job.attempts).toBe(1);
  expect(job.last_error).toContain('The server is busy.');
});

test('a job of a kind that a release no longer has stays in the queue, and others run beside it', async () => {
  reported.length = 0;
  let settled = 0;
  act.settle = async () => void settled++;
  await enqueue(database.system, defineJob('mail_property_request'), {});
  await enqueue(database.system, settleJob, {});
  await eventually(() => settled === 1);
  const left = await database.system`
    select attempts, locked_by from graphile_worker.jobs
    where task_identifier = 'mail_property_request'`;
  expect(left).toEqual([{ attempts: 0, locked_by: null }]);
  expect(reported).toEqual([]);
  await database.system`delete from graphile_worker._private_jobs`;
});

test('a job queued while a worker takes another one with the same key isn’t lost', async () => {
  const { system } = database;
  const queue = (tx: Tx) =>
    enqueueOnce(tx, sweepJob, {}, { key: 'one', runAt: instant(systemClock() + hourMs) });
  await system.begin(queue);
  const taken = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const worker = system.begin(async (tx) => {
    await tx`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x' where key = 'one'`;
    taken.resolve();
    await letGo.promise;
  });
  await taken.promise;
  const queued = system.begin(queue);
  await eventually(async () => {
    const [row] = await system<[{ waits: boolean }]>`
        select exists (select from pg_locks where not granted) as waits`;
    return row.waits;
  });
  letGo.resolve();
  await Promise.all([worker, queued]);
  const jobs = await system`
      select key, locked_by from graphile_worker.jobs where task_identifier = 'sweep' order by id`;
  expect(jobs).toMatchObject([
    { key: null, locked_by: 'x' },
    { key: 'one', locked_by: null },
  ]);
  await system`delete from graphile_worker._private_jobs`;
});
