import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { pauseAfter } from './retry.ts';

/** How often the timetable is checked, in milliseconds. */
const defaultLookMs = 5000;

const tryLead = `select pg_try_advisory_lock(hashtextextended('lotkeeper timetable', 0)) as leads`;

/** A job that hasn't started since the last time isn't queued again. */
const queueJob = `
  select graphile_worker.add_job($1, '{}'::json, job_key => 'timetable ' || $1, max_attempts => 5)`;

/**
 * Queues jobs at their intervals (milliseconds) in only one process: the one whose connection holds
 * the lock. Intervals are measured by a monotonic clock: the queue's own crontab would pause after
 * the machine's clock is set back.
 */
export function startTimetable(
  pool: Pool,
  intervals: Readonly<Record<string, number>>,
  lookMs = defaultLookMs,
): { stop(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const queuedAt = new Map<string, number>();

  const queueDue = async (client: PoolClient) => {
    for (const [name, interval] of Object.entries(intervals)) {
      const now = performance.now();
      if (now - (queuedAt.get(name) ?? Number.NEGATIVE_INFINITY) < interval) continue;
      await client.query(queueJob, [name]);
      queuedAt.set(name, now);
    }
  };

  const lead = async (client: PoolClient) => {
    let leads = false;
    for (;;) {
      leads ||= (await client.query<{ leads: boolean }>(tryLead)).rows[0]?.leads ?? false;
      if (leads) await queueDue(client);
      await pause(lookMs, undefined, { signal });
    }
  };

  const leadOnce = async () => {
    const client = await pool.connect();
    try {
      await lead(client);
    } finally {
      // Closed, not released to the pool: the lock ends with it.
      client.release(true);
    }
  };

  const leadAlways = async () => {
    for (let failures = 0; !signal.aborted; failures++) {
      const began = performance.now();
      await leadOnce().catch(() => undefined);
      if (performance.now() - began > lookMs) failures = 0;
      await pauseAfter(failures, signal).catch(() => undefined);
    }
  };

  const leading = leadAlways();
  return {
    stop: () => {
      closing.abort();
      return leading;
    },
  };
}
