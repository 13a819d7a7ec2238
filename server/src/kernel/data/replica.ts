import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { withDeadline } from '../load/deadline.ts';
import { leavesConnectionUsable } from './sql/connection.ts';
import type { ConnectionPool } from './sql/connection-pool.ts';
import type { WalPosition } from './wal-position.ts';

/** A replica that lags more than this isn't used, in milliseconds. */
const maxLagMs = 5000;
/** A replica that takes longer to answer a check is unavailable, in milliseconds. */
const checkMs = 2000;
/** How often a replica's position is polled while reads wait for it, in milliseconds. */
const pollMs = 2;
/** Number of remembered positions of the primary, one per second. */
const maxHistory = 60;

/** Whether reads use a replica. While it is behind or unavailable, the primary serves them. */
export type ReplicaState = 'in_use' | 'behind' | 'unavailable';

interface Status {
  bytes: number;
  /** null while it isn't receiving from a primary, or the role isn't allowed to see it. */
  timeline: number | null;
  isStandby: boolean;
  maySeeTimeline: boolean;
}

/** The connections to a replica, and its replay position. */
export class Replica {
  readonly readers: ConnectionPool;
  readonly #monitor: ConnectionPool;
  #state: ReplicaState = 'unavailable';
  /** How far it has replayed, in bytes; never decreases. */
  #bytes = 0;
  #timeline: number | null = null;
  #maySeeTimeline = true;
  /** Positions of the primary that it hasn't reached, oldest first. An idle primary adds none. */
  #history: { bytes: number; at: number }[] = [];
  /** A position that a read waited for in vain. */
  #missedBytes = 0;
  #polling: Promise<void> | undefined;

  constructor(readers: ConnectionPool, monitor: ConnectionPool) {
    this.readers = readers;
    this.#monitor = monitor;
  }

  get state(): ReplicaState {
    return this.#state;
  }

  /** Whether its role may see which timeline it follows; if not, the replica counts as unavailable. */
  get maySeeTimeline(): boolean {
    return this.#maySeeTimeline;
  }

  /** Whether reads may use it. A replica on another timeline follows another primary. */
  canServe({ timeline }: WalPosition): boolean {
    return this.#state === 'in_use' && this.#timeline === timeline;
  }

  /** Checks whether it is up and how far it is. `primary` is null while the primary doesn't answer. */
  async check(primary: WalPosition | null): Promise<void> {
    try {
      const { bytes, timeline, isStandby, maySeeTimeline } = await withDeadline(
        this.#ask(),
        checkMs,
      );
      this.#timeline = timeline;
      this.#maySeeTimeline = maySeeTimeline;
      this.#bytes = bytes;
      const lagMs = this.#measureLag(primary);
      if (!isStandby || timeline === null) this.#state = 'unavailable';
      else this.#state = lagMs > maxLagMs || bytes < this.#missedBytes ? 'behind' : 'in_use';
    } catch {
      this.#state = 'unavailable';
      // Running reads fail and are repeated on the primary.
      this.readers.cut();
      this.#monitor.cut();
    }
  }

  /** How long it has been missing something that the primary has. */
  #measureLag(primary: WalPosition | null): number {
    const now = performance.now();
    const newest = this.#history.at(-1)?.bytes ?? 0;
    if (primary && primary.bytes > newest && this.#history.length < maxHistory) {
      this.#history.push({ bytes: primary.bytes, at: now });
    }
    this.#history = this.#history.filter(({ bytes }) => bytes > this.#bytes);
    return now - (this.#history[0]?.at ?? now);
  }

  #ask(): Promise<Status> {
    return this.#monitor.use('check', async ({ sql }) => {
      const [row] = await sql<[Status]>`
        select pg_is_in_recovery() as "isStandby",
          coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0)::bigint as bytes,
          (select received_tli from pg_stat_wal_receiver) as timeline,
          pg_has_role('pg_read_all_stats', 'usage') as "maySeeTimeline"`;
      return row;
    });
  }

  /** Waits until it has reached the primary's position; false on timeout. */
  async reach({ bytes }: WalPosition, deadline: number): Promise<boolean> {
    while (this.#bytes < bytes) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0 || this.#state !== 'in_use') return this.#miss(bytes);
      this.#polling ??= this.#poll(bytes).finally(() => {
        this.#polling = undefined;
      });
      try {
        await withDeadline(this.#polling, leftMs);
      } catch {
        return this.#miss(bytes);
      }
    }
    return true;
  }

  /** Reads don't wait again until a check finds that it has caught up. */
  #miss(bytes: number): false {
    this.#missedBytes = Math.max(this.#missedBytes, bytes);
    if (this.#state === 'in_use') this.#state = 'behind';
    return false;
  }

  async #poll(wantedBytes: number): Promise<void> {
    const { bytes } = await this.#ask();
    this.#bytes = bytes;
    if (bytes < wantedBytes) await pause(pollMs);
  }

  /** Whether a read failed because of the replica, so the primary may still answer it. */
  isFault(error: unknown): boolean {
    const { code } = error as { code?: unknown };
    // The read was canceled because it blocked the replay.
    if (code === '40001' || code === '40P01') return true;
    if (typeof code !== 'string' || code === 'POOL_EXHAUSTED') return false;
    const isLost = !(error instanceof pg.DatabaseError);
    if (isLost) this.#state = 'unavailable';
    return isLost || !leavesConnectionUsable(error);
  }

  async close(): Promise<void> {
    await Promise.all([this.readers.close(), this.#monitor.close()]);
  }
}
