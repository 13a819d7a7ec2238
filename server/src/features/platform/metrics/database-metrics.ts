import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { Gauge, Registry } from '@prometheus-io/client';
import type { Sql } from '../../../kernel/data/database.ts';

interface JobRow {
  task: string;
  state: 'running' | 'due' | 'later' | 'retrying' | 'failed';
  jobs: number;
  /** Seconds since the oldest of them was due; negative if it's due in the future. */
  oldest: number;
}

/** There are few jobs: completed ones are deleted. */
const readJobs = (sql: Sql, now: Instant) => sql<JobRow[]>`
  select task, state, count(*) as jobs,
    extract(epoch from ${now}::timestamptz - min(run_at))::float as oldest
  from (
    select task_identifier as task, run_at,
      case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
        when attempts > 0 then 'retrying' when run_at > ${now} then 'later' else 'due' end as state
    from graphile_worker.jobs) j
  group by task, state order by task, state`;

interface CameraRow {
  last_read: string;
  cameras: number;
}

const readCameras = (sql: Sql, now: Instant) => sql<CameraRow[]>`
  select last_read, count(*) as cameras from (
    select case when last_read_at > ${now}::timestamptz - interval '1 hour' then 'within an hour'
      when last_read_at > ${now}::timestamptz - interval '1 day' then 'within a day'
      else 'longer ago' end as last_read
    from cameras) c
  group by last_read order by last_read`;

/** How many entries the ledger received so far, without counting them; rollbacks leave gaps. */
const readEntries = (sql: Sql) => sql<{ entries: number }[]>`
  select coalesce(pg_sequence_last_value(pg_get_serial_sequence('ledger_entries', 'pk')::regclass), 0) as entries`;

const waitingStates: readonly JobRow['state'][] = ['due', 'retrying', 'failed'];

/**
 * Reads the database's metrics of the whole installation, with four small statements. `countSetAside` counts what
 * couldn't be paired or judged.
 */
export async function readDatabaseMetrics(
  sql: Sql,
  countSetAside: (sql: Sql) => Promise<number>,
  now: Instant,
): Promise<string> {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name: `lotkeeper_${name}`, help, labelNames, registers: [registry] });
  const [jobRows, cameraRows, [ledger], setAside] = await Promise.all([
    readJobs(sql, now),
    readCameras(sql, now),
    readEntries(sql),
    countSetAside(sql),
  ]);
  const jobs = gauge('jobs', 'Jobs by state. A failed one is tried no more.', ['task', 'state']);
  const lateness = gauge(
    'jobs_late_seconds',
    'How long the oldest job of a task has been due. That of settle_visits is how far visits are behind reads.',
    ['task'],
  );
  for (const { task, state, jobs: count, oldest } of jobRows) {
    jobs.set({ task, state }, count);
    if (state === 'due' || state === 'retrying') lateness.set({ task }, Math.max(0, oldest));
  }
  const messages = jobRows.filter(
    ({ task, state }) => /^(send|mail)_/.test(task) && waitingStates.includes(state),
  );
  gauge('messages_waiting', 'Emails and text messages that haven’t gone out.', []).set(
    messages.reduce((sum, { jobs: count }) => sum + count, 0),
  );
  const cameras = gauge('cameras', 'Cameras by their last plate read.', ['last_read']);
  for (const { last_read, cameras: count } of cameraRows) cameras.set({ last_read }, count);
  gauge('set_aside', 'Plate reads and visits that couldn’t be paired or judged.', []).set(setAside);
  gauge(
    'ledger_entries',
    'Ledger entries so far, those that were rolled back included. Its rate is what comes in.',
    [],
  ).set(ledger?.entries ?? 0);
  return registry.metrics();
}

/** A metric of silent cameras, compared to their usual activity. */
export function describeSilentCameras(count: number): Promise<string> {
  const registry = new Registry();
  const help =
    'Cameras that are silent by their own rhythm, as the Cameras page shows them; counted every five minutes.';
  new Gauge({ name: 'lotkeeper_cameras_silent', help, registers: [registry] }).set(count);
  return registry.metrics();
}
