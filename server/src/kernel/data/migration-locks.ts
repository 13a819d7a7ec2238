import { setTimeout as pause } from 'node:timers/promises';
import { hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { StartError } from '../start-error.ts';
import type { Sql } from './database.ts';

/** How long migrations wait for locks, in milliseconds. */
export interface LockLimits {
  /**
   * One attempt of a transaction. Every query on the table queues behind a statement that waits for
   * its lock, so this is how much longer a page may wait.
   */
  tryMs: number;
  /** Pauses between attempts; there is one more attempt than pauses. */
  pausesMs: readonly number[];
  /** A statement outside a transaction. It blocks nobody, but waits for every older transaction. */
  buildMs: number;
  /** Another process that applies migrations. */
  turnMs: number;
}

export const defaultLockLimits: LockLimits = {
  tryMs: 2000,
  pausesMs: [500, 1000, 2000, 4000, 8000, 8000, 8000, 8000],
  buildMs: hourMs,
  turnMs: 10 * minuteMs,
};

const askAgainMs = 250;
const migrationsLock = 7001;

/**
 * Takes the lock that lets only one process apply migrations; it's released with the connection. It
 * polls, because a waiting statement would be a transaction that a concurrent index build waits for
 * in turn.
 */
export async function takeTurn(
  connection: Sql,
  { turnMs }: LockLimits,
  report: (line: string) => void,
): Promise<void> {
  const start = performance.now();
  for (let tries = 0; ; tries++) {
    const [row] = await connection<{ is_ours: boolean }[]>`
      select pg_try_advisory_lock(${migrationsLock}) as is_ours`;
    if (row?.is_ours) return;
    if (tries === 4) report('Another process applies migrations. Lotkeeper is waiting for it.');
    if (performance.now() - start > turnMs) {
      throw new StartError(
        `Another process has been applying migrations for more than ${describeDuration(turnMs)}. Start again when it’s done.`,
      );
    }
    await pause(askAgainMs);
  }
}

export const describeDuration = (milliseconds: number) =>
  milliseconds < minuteMs ? `${milliseconds / 1000} seconds` : `${milliseconds / minuteMs} minutes`;

interface Blocker {
  pid: number;
  name: string | null;
  state: string | null;
  seconds: number | null;
}

const describeBlocker = ({ pid, name, state, seconds }: Blocker) => {
  const details = [
    name,
    state,
    seconds === null ? null : `in a transaction for ${seconds} seconds`,
  ].filter(Boolean);
  return `process ${pid}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
};

/** Records which sessions block a connection while it waits, because afterward there's no way to know. */
export function watchBlockers(
  sql: Sql,
  pid: number,
  everyMs: number,
): { describe(): string; stop(): void } {
  let blockers: Blocker[] = [];
  const look = async () => {
    const rows = await sql<Blocker[]>`
      select pid, nullif(application_name, '') as name, state,
        extract(epoch from now() - xact_start)::int as seconds
      from pg_stat_activity where pid = any (pg_blocking_pids(${pid}))`;
    if (rows.length > 0) blockers = rows;
  };
  const timer = setInterval(() => void look().catch(() => undefined), everyMs);
  return {
    describe: () => blockers.map(describeBlocker).join(' and ') || 'another session',
    stop: () => clearInterval(timer),
  };
}

/** A lock timeout, or a deadlock with the product's own writes: the transaction can be retried. */
export const isLockFailure = (error: unknown) =>
  ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');
