import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Bulkhead } from './bulkhead.ts';
import type { StatementCatalog, StatementListener } from './connection.ts';
import { Connection, leavesConnectionUsable } from './connection.ts';
import { ConnectionLost } from './connection-lost.ts';
import type { HostConfig } from './hosts.ts';
import { HostClient, HostList, HostPool } from './hosts.ts';
import { columnTypes } from './values.ts';

/** Time limits in milliseconds. 0 = no limit. */
export interface TimeLimits {
  /** For one statement. */
  statementMs: number;
  /** For waiting for a lock that another session holds. */
  lockMs: number;
  /** For an idle transaction. */
  idleMs: number;
  /** For waiting for a connection from the pool. */
  waitMs: number;
}

export interface PoolOptions {
  url: string;
  /** Maximum number of connections. */
  size: number;
  /** Connections that only lanes without one may take. */
  reserved: number;
  limits: TimeLimits;
  /** Settings of every connection, such as its role; read once, for the first connection. */
  readSettings: () => Readonly<Record<string, string>>;
  catalog: StatementCatalog;
  onStatement: StatementListener | undefined;
}

/** Connections are replaced at this age. */
const maxAgeMs = 3600_000;
/** Connection timeout; with several hosts, for each of them. */
const connectMs = 10_000;
const hostConnectMs = 2000;
/** Extra time for the answer to a statement that ran into its limit. */
const answerMs = 5000;
/** Running tasks have this long to finish when the pool is closed. */
const closeMs = 5000;

/** The options of a client. */
export function clientConfig(
  hosts: HostList,
  settings: Readonly<Record<string, string>>,
): HostConfig {
  return {
    hosts,
    settings,
    application_name: 'lotkeeper',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: hosts.hasSeveral ? hostConnectMs : connectMs,
  };
}

const limitSettings = ({ statementMs, lockMs, idleMs }: TimeLimits) => ({
  statement_timeout: String(statementMs),
  lock_timeout: String(lockMs),
  idle_in_transaction_session_timeout: String(idleMs),
});

/** The same, with time limits. */
function limitedConfig(
  hosts: HostList,
  limits: TimeLimits,
  settings: Readonly<Record<string, string>>,
): HostConfig {
  return {
    ...clientConfig(hosts, { TimeZone: 'UTC', ...settings, ...limitSettings(limits) }),
    ...(limits.statementMs > 0 ? { query_timeout: limits.statementMs + answerMs } : {}),
  };
}

/** Opens a `pg` pool for libraries that need one. Lost connections are replaced and never end the process. */
export function openPool({
  url,
  size,
  limits,
}: {
  url: string;
  size: number;
  limits: TimeLimits;
}): pg.Pool {
  const pool = new HostPool({
    ...limitedConfig(new HostList(url), limits, {}),
    max: size,
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: maxAgeMs / 1000,
  });
  // An error without a listener would end the process. Callers that wait for a result get the error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * A pool of connections for one role. A broken connection is closed, and the next task gets
 * another. Not a `pg` pool, which doesn't let a task choose its connection and takes longer to hand
 * one out.
 */
export class ConnectionPool {
  #knownConfig: HostConfig | undefined;
  readonly #options: PoolOptions;
  readonly #bulkhead: Bulkhead;
  /** Unused connections, the least recently used first. */
  readonly #idle: Connection[] = [];
  readonly #open = new Set<Connection>();
  #closed: PromiseWithResolvers<void> | undefined;

  constructor(options: PoolOptions) {
    const { size, reserved, limits } = options;
    this.#options = options;
    this.#bulkhead = new Bulkhead({ size, reserved, waitMs: limits.waitMs });
  }

  /** Used and free connections, and waiting tasks. */
  get load(): Bulkhead['load'] {
    return this.#bulkhead.load;
  }

  get #config(): HostConfig {
    const { url, limits, readSettings } = this.#options;
    this.#knownConfig ??= {
      ...limitedConfig(new HostList(url), limits, readSettings()),
      pipeline: true,
      types: columnTypes,
    };
    return this.#knownConfig;
  }

  /**
   * Runs a task on its own connection, if possible one that already has the scope. Throws
   * PoolExhausted when none becomes free in time.
   */
  use<T>(lane: string, task: (connection: Connection) => Promise<T>, scope?: string): Promise<T> {
    return this.#bulkhead.run(lane, async () => {
      const connection =
        this.#takeIdle(scope) ?? (await this.#config.hosts.tryEach(() => this.#connect()));
      try {
        return await task(connection);
      } catch (error) {
        if (!leavesConnectionUsable(error)) connection.isBroken = true;
        throw error;
      } finally {
        this.#giveBack(connection);
      }
    });
  }

  #takeIdle(scope: string | undefined): Connection | undefined {
    if (scope === undefined) return this.#idle.pop();
    const index = this.#idle.findLastIndex((connection) => connection.scope === scope);
    return index < 0 ? this.#idle.shift() : this.#idle.splice(index, 1)[0];
  }

  #giveBack(connection: Connection): void {
    const { isReady, openedAt } = connection;
    const isYoung = performance.now() - openedAt < maxAgeMs;
    if (isReady && isYoung && !this.#closed) this.#idle.push(connection);
    else void connection.close();
  }

  async #connect(): Promise<Connection> {
    if (this.#closed) throw new ConnectionLost('The connections to the database are closed.');
    const { catalog, onStatement } = this.#options;
    const client = new HostClient(this.#config);
    const connection = new Connection(client, catalog, onStatement);
    this.#open.add(connection);
    // An error without a listener would end the process. Callers that wait for a result get the error.
    client.on('error', () => {
      this.#remove(connection);
      void connection.close();
    });
    client.on('end', () => this.#remove(connection));
    try {
      await client.connect();
    } catch (error) {
      this.#remove(connection);
      if (typeof (error as { code?: unknown }).code === 'string') throw error;
      throw new ConnectionLost(`The database could not be reached: ${(error as Error).message}`, {
        cause: error,
      });
    }
    return connection;
  }

  /** Ends all connections at once, because the server doesn't answer; the next task opens another. */
  cut(): void {
    for (const connection of this.#open) connection.cut();
  }

  /** Forgets a lost connection. */
  #remove(connection: Connection): void {
    connection.isBroken = true;
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
    this.#open.delete(connection);
    if (this.#open.size === 0) this.#closed?.resolve();
  }

  /** Resolves when all used connections are released, or after a few seconds. May be called repeatedly. */
  async close(): Promise<void> {
    this.#closed ??= Promise.withResolvers();
    for (const connection of this.#idle.splice(0)) void connection.close();
    if (this.#open.size === 0) this.#closed.resolve();
    await Promise.race([this.#closed.promise, pause(closeMs, undefined, { ref: false })]);
  }
}
