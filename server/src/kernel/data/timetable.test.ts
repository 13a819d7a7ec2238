import { expect, test } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { jobLimits } from './database.ts';
import { openPool } from './sql/connection-pool.ts';
import { startTimetable } from './timetable.ts';

const database = await testDatabase();

/** Stands for a separate process. */
function startProcess(intervals: Record<string, number>) {
  const pool = openPool({ url: database.url, size: 2, limits: jobLimits });
  const timetable = startTimetable(pool, intervals, 20);
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= timetable.stop().then(() => pool.end()));
  atEnd(stop);
  return { stop };
}

const listQueued = async (name: string) =>
  (
    await database.system<{ key: string; revision: number }[]>`
      select key, revision from graphile_worker.jobs where task_identifier = ${name}`
  ).map(({ revision }) => revision);

test('a periodic job is queued at startup, and stays a single job until a worker starts it', async () => {
  const { stop } = startProcess({ sweep_often: 1 });
  await eventually(async () => ((await listQueued('sweep_often'))[0] ?? 0) > 3);
  expect(await listQueued('sweep_often')).toHaveLength(1);
  await stop();
});

test('only one process queues jobs, and another takes over when it’s gone', async () => {
  const first = startProcess({ sweep_first: 3_600_000 });
  await eventually(async () => (await listQueued('sweep_first')).length === 1);
  const second = startProcess({ sweep_second: 3_600_000 });
  // The first keeps looking; if the second were leading as well, its job would be there by now.
  await eventually(async () => {
    const [row] = await database.system<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_stat_activity
      where query like 'select pg_try_advisory_lock%' and state = 'idle' and datname = current_database()`;
    return row?.waiting === 1;
  });
  expect(await listQueued('sweep_second')).toEqual([]);
  await first.stop();
  await eventually(async () => (await listQueued('sweep_second')).length === 1);
  await second.stop();
});
