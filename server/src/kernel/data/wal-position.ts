import type { ConnectionPool } from './sql/connection-pool.ts';

/** How far the primary has written its log: bytes, and the timeline, which changes with every promotion. */
export interface WalPosition {
  bytes: number;
  timeline: number;
}

/**
 * Asks the primary for its position. The answer covers every transaction acknowledged before the
 * question, by any process. Questions that arrive while one is running share the next.
 */
export class WalPositions {
  readonly #primary: ConnectionPool;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<WalPosition> | undefined;

  constructor(primary: ConnectionPool) {
    this.#primary = primary;
  }

  read(): Promise<WalPosition> {
    this.#next ??= this.#running.then(() => {
      const position = this.#ask();
      this.#next = undefined;
      this.#running = position.catch(() => undefined);
      return position;
    });
    return this.#next;
  }

  #ask(): Promise<WalPosition> {
    return this.#primary.use('position', async ({ sql }) => {
      const [row] = await sql<[WalPosition]>`
        select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as bytes,
          ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`;
      return row;
    });
  }
}
