import { setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { getProfile } from '@lotkeeper/contract/people/session';
import { payoutSweep } from '../../server/src/features/money/payouts/payouts.jobs.ts';
import { systemClock } from '../../server/src/kernel/clock.ts';
import type { SqlPool } from '../../server/src/kernel/data/database.ts';
import { openSqlPool } from '../../server/src/kernel/data/database.ts';
import { enqueue } from '../../server/src/kernel/data/jobs.ts';
import { atEnd } from '../../server/src/testing/at-end.ts';
import type { Figure } from '../bench/table.ts';
import { judging } from '../bench/table.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { startLotkeeper, waitFor } from './lotkeeper.ts';
import type { ShiftedClock } from './open-clock.ts';
import { openClock } from './open-clock.ts';
import type { PaymentRun } from './payments.ts';
import { countUnexpected, judgeLedger, startPayments } from './payments.ts';
import { call, openOrganization } from './people.ts';

/** The zone of a demo property in the organization that payments are sent for. */
const zone = 'America/Denver';
/** Payments that must have been acknowledged at each setting of the clock. */
const paymentsPerStep = 40;
/** Maximum milliseconds until a minute's job runs after the clock was set. */
const maxTimetableMs = 75_000;

/** Settings of the server's clock, in minutes from the change, which it crosses in the second step. */
const steps = [-90, -1 / 30, 30, 75, 15, 75];
/** The step that sets it back. */
const setBack = 4;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local day and hour by Intl rather than the product's calendar. */
function computeLocalTime(at: number, timeZone: string): { day: string; hour: number } {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
    });
    formats.set(timeZone, format);
  }
  const fields = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return { day: `${fields.year}-${fields.month}-${fields.day}`, hour: Number(fields.hour) };
}

/** The last full hour in the past after which the local clock is `jump` hours further than an hour before. */
function findChange(jump: 0 | 2): number {
  const hourAt = (at: number) => computeLocalTime(at, zone).hour;
  let at = Math.floor(systemClock() / hourMs) * hourMs - 24 * hourMs;
  while ((hourAt(at) - hourAt(at - hourMs) + 24) % 24 !== jump) at -= hourMs;
  return at;
}

interface Findings {
  run: PaymentRun;
  refusedSessions: number;
  slowestJobMs: number;
  timetableMs: number;
}

/** Milliseconds until a queued job has run. */
async function measureJob(sql: SqlPool): Promise<number> {
  const started = performance.now();
  await enqueue(sql, payoutSweep, {});
  await waitFor('a job', async () => {
    const [row] = await sql<[{ jobs: number }]>`
      select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'sweep_payouts'`;
    return row.jobs === 0;
  });
  return performance.now() - started;
}

/** Counts how often the job of each minute is queued from now on. */
async function countSweeps(sql: SqlPool): Promise<() => Promise<number>> {
  await sql.unsafe(`
    create table drill_sweeps (queued_at timestamptz default now());
    create function note_sweep() returns trigger language plpgsql as $$
      begin insert into drill_sweeps default values; return null; end $$;
    create trigger note_sweep after insert on graphile_worker._private_jobs
      for each row when (new.key = 'timetable sweep_visits') execute function note_sweep()`);
  return async () => {
    const [row] = await sql<[{ sweeps: number }]>`select count(*)::int as sweeps from drill_sweeps`;
    return row.sweeps;
  };
}

/** Milliseconds until the job of each minute runs again; Infinity if that exceeds the maximum. */
async function measureTimetable(readSweeps: () => Promise<number>): Promise<number> {
  const before = await readSweeps();
  const started = performance.now();
  return waitFor('the timetable', async () => (await readSweeps()) > before, maxTimetableMs).then(
    () => performance.now() - started,
    () => Number.POSITIVE_INFINITY,
  );
}

async function moveClock(
  lotkeeper: Lotkeeper,
  clock: ShiftedClock,
  { change, sql }: { change: number; sql: SqlPool },
): Promise<Findings> {
  const readSweeps = await countSweeps(sql);
  const organization = await openOrganization(lotkeeper);
  const pickStart = () => clock.now() + (Math.random() * 2 - 1) * hourMs;
  const payments = startPayments(organization, pickStart);
  const found = { refusedSessions: 0, slowestJobMs: 0, timetableMs: 0 };
  for (const [index, step] of steps.entries()) {
    clock.set(change + step * minuteMs);
    await Promise.all([payments.waitForMore(paymentsPerStep), pause(3000)]);
    const { status } = await call(organization.admin, getProfile, {});
    if (status !== 200) found.refusedSessions += 1;
    found.slowestJobMs = Math.max(found.slowestJobMs, await measureJob(sql));
    if (index === setBack) found.timetableMs = await measureTimetable(readSweeps);
  }
  return { ...found, run: await payments.end() };
}

/** Payments recorded with a local day or hour that doesn't match their time. */
async function countMisplaced(sql: SqlPool): Promise<number> {
  const rows = await sql<
    { occurred_at: Instant; local_date: string; local_hour: number; timezone: string }[]
  >`select e.occurred_at, e.local_date, e.local_hour, s.timezone
    from ledger_entries e join spots s on s.organization_id = e.organization_id and s.pk = e.spot_pk
    where e.source = 'drill'`;
  return rows.filter((row) => {
    const { day, hour } = computeLocalTime(row.occurred_at, row.timezone);
    return row.local_date !== day || row.local_hour !== hour;
  }).length;
}

async function measure(name: string, jump: 0 | 2): Promise<Figure[]> {
  const change = findChange(jump);
  const clock = openClock();
  clock.set(change + (steps[0] ?? 0) * minuteMs);
  const lotkeeper = await startLotkeeper({ settings: clock.settings });
  const sql = openSqlPool(lotkeeper.databaseUrl());
  atEnd(() => sql.end());
  const found = await moveClock(lotkeeper, clock, { change, sql });
  const { zero, seconds } = judging(name);
  return [
    ...(await judgeLedger(name, lotkeeper.databaseUrl(), found.run)),
    zero('payments in a wrong local day or hour', await countMisplaced(sql)),
    zero('answers other than 200 and 503', countUnexpected(found.run)),
    zero('sessions refused', found.refusedSessions),
    seconds('slowest queued job', found.slowestJobMs, 10_000),
    seconds(
      'until the jobs of each minute come after the clock was set back',
      found.timetableMs,
      maxTimetableMs,
    ),
  ];
}

const makeClockDrill = (season: string, jump: 0 | 2): Drill => ({
  name: `clock in ${season}`,
  description: `The server’s clock runs across the change of the clocks in ${season} in ${zone} while payments are sent, jumps ahead, and is set back by an hour. The clock of PostgreSQL stays.`,
  run: () => measure(`clock in ${season}`, jump),
});

/** A clock that is changed while the server runs. */
export const clockDrills: Drill[] = [makeClockDrill('spring', 2), makeClockDrill('fall', 0)];
