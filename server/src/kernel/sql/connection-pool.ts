import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Bulkhead } from './bulkhead.ts';
import type { StatementCatalog, StatementListener } from './connection.ts';
import { Connection, leavesConnectionUsable } from './connection.ts';
import { ConnectionLost } from './execution.ts';

/** How long things may take, in milliseconds. 0 = no limit. */
export interface TimeLimits {
  /** One statement. */
  statementMs: number;
  /** Waiting for a lock that somebody else holds. */
  lockMs: number;
  /** A transaction in which nothing happens. */
  idleMs: number;
  /** Waiting for a connection of the pool. */
  waitMs: number;
}

export interface PoolOptions {
  url: string;
  /** Most connections at a time. */
  size: number;
  /** Connections that only lanes that hold none may take. */
  reserved: number;
  limits: TimeLimits;
  /** Settings of every connection, such as its role. */
  settings: Readonly<Record<string, string>>;
  catalog: StatementCatalog;
  onStatement: StatementListener | undefined;
}

/** Making a connection takes at most this long. */
const connectMs = 10_000;
/** The answer to a statement that ran into its limit must have come after this much more. */
const answerMs = 5000;
/** Tasks under way have this long to end when the pool is closed. */
const closeMs = 5000;

const escapeOption = (text: string) => text.replaceAll(/[\\ ]/g, '\\$&');

/** What a client is opened with, the settings in the form of PostgreSQL's `options`. */
export function clientConfig(
  url: string,
  settings: Readonly<Record<string, string>>,
): pg.ClientConfig {
  const given = URL.canParse(url) ? new URL(url).searchParams.get('options') : null;
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${escapeOption(value)}`);
  const options = [...(given ? [given] : []), ...own].join(' ');
  const connectionString = url.replace(/([?&])options=[^&]*&?/, '$1').replace(/[?&]$/, '');
  return {
    connectionString,
    options,
    application_name: 'lotkeeper',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: connectMs,
  };
}

const limitSettings = ({ statementMs, lockMs, idleMs }: TimeLimits) => ({
  statement_timeout: String(statementMs),
  lock_timeout: String(lockMs),
  idle_in_transaction_session_timeout: String(idleMs),
});

/** A pool whose lost connections are replaced, and never end the process. */
export function openPool(options: {
  url: string;
  size: number;
  limits: TimeLimits;
  settings?: Readonly<Record<string, string>>;
  isPipelined?: boolean;
}): pg.Pool {
  const { url, size, limits, settings = {}, isPipelined = false } = options;
  const pool = new pg.Pool({
    ...clientConfig(url, { TimeZone: 'UTC', ...settings, ...limitSettings(limits) }),
    pipeline: isPipelined,
    max: size,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: 3600,
    ...(limits.statementMs > 0 ? { query_timeout: limits.statementMs + answerMs } : {}),
  });
  // An error that nobody listens to would end the process. Whoever waits for an answer hears of it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Connections of one role. A broken one is closed, and the next task gets another. */
export class ConnectionPool {
  readonly #pool: pg.Pool;
  readonly #bulkhead: Bulkhead;
  #closed: Promise<void> | undefined;
  readonly #connections = new WeakMap<pg.Client, Connection>();

  constructor(options: PoolOptions) {
    const { url, size, reserved, limits, settings, catalog, onStatement } = options;
    this.#bulkhead = new Bulkhead({ size, reserved, waitMs: limits.waitMs });
    this.#pool = openPool({ url, size, limits, settings, isPipelined: true });
    this.#pool.on('connect', (client) => {
      this.#connections.set(client, new Connection(client, catalog, onStatement));
    });
  }

  /** Does a task on a connection of its own. Throws PoolExhausted when none becomes free in time. */
  use<T>(lane: string, task: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#bulkhead.run(lane, async () => {
      const client = await this.#connect();
      const connection = this.#connections.get(client) as Connection;
      let isUsable = false;
      try {
        const result = await task(connection);
        isUsable = true;
        return result;
      } catch (error) {
        isUsable = leavesConnectionUsable(error);
        throw error;
      } finally {
        // One that is left within a transaction is closed, and with it the transaction.
        client.release(!isUsable || client.getTransactionStatus() !== 'I');
      }
    });
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      if (typeof (error as { code?: unknown }).code === 'string') throw error;
      throw new ConnectionLost(`The database could not be reached: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  /** Ends when the connections in use were given back, or a few seconds later. May be called again. */
  async close(): Promise<void> {
    this.#closed ??= this.#pool.end();
    await Promise.race([this.#closed, pause(closeMs, undefined, { ref: false })]);
  }
}
