import { setTimeout as pause } from 'node:timers/promises';
import { must } from '../must.ts';
import { StartError } from '../start-error.ts';
import type { Nodes } from './nodes.ts';
import { findNodes, getReaderSettings, getWriterSettings } from './nodes.ts';
import { Replica } from './replica.ts';
import { Replicas } from './replicas.ts';
import type { StatementListener } from './sql/connection.ts';
import { StatementCatalog } from './sql/connection.ts';
import { ConnectionPool, type PoolOptions, type TimeLimits } from './sql/connection-pool.ts';
import { NotificationListener } from './sql/listener.ts';
import type { Sql } from './sql/statement.ts';
import { makeTag } from './sql/statement.ts';
import { runTransaction } from './sql/transaction.ts';
import { moveMarker, unfinishedMove } from './unfinished-move.ts';

export type { Fragment, Sql, Statement } from './sql/statement.ts';
/** Runs statements in one transaction. */
export type Tx = Sql;

/** Runs statements on any free connection of a pool. */
export interface SqlPool extends Sql {
  /** Runs work in a transaction. */
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Listens on a channel; `onGap` is called when notifications may have been missed. */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onGap?: () => void,
  ): Promise<{ unlisten(): Promise<void> }>;
}

/** Connections with the role that row-level security binds. Only scopes use them; a lane is an endpoint. */
export interface ScopedPools {
  /** For transactions. */
  writers: ConnectionPool;
  /** For single, read-only statements. */
  readers: ConnectionPool;
  /** Other servers for those statements. */
  replicas: Replicas | undefined;
}

export interface Database extends Nodes {
  /** As the owner, bypassing row-level security: migrations, sign-in, jobs, commands. Never for a feature's pages. */
  system: SqlPool;
  /** As the role that row-level security binds, without a scope. */
  app: SqlPool;
  pools: ScopedPools;
  url: string;
  /** Runs work as the owner on its own connection, which is closed afterward. */
  withSession<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const second = 1000;
const minute = 60 * second;

/** What people and programs wait for: pages, sign-in, ingest. */
export const requestLimits: TimeLimits = {
  statementMs: 15 * second,
  lockMs: 4 * second,
  idleMs: 15 * second,
  waitMs: 0.8 * second,
};
/** What nobody waits for: jobs, and work at startup. */
export const jobLimits: TimeLimits = {
  statementMs: 5 * minute,
  lockMs: 30 * second,
  idleMs: 5 * minute,
  waitMs: minute,
};
/** Commands that a person runs, and migrations, may take as long as they need. */
export const noLimits: TimeLimits = { statementMs: 0, lockMs: 0, idleMs: 0, waitMs: 10 * minute };

export interface DatabaseOptions {
  url: string;
  /** Maximum connections for the pages' transactions, and again for their reads. */
  pool: number;
  prepare: boolean;
  /** URLs of streaming replicas. */
  replicaUrls?: readonly string[];
  /** Called when a replica changes state. */
  reportReplica?: (sentence: string) => void;
  limits?: TimeLimits;
  /** What `checkDatabase` found for the same database. */
  nodes?: Nodes;
  /** Called with every statement sent, so the bench measures the same statements. */
  onStatement?: StatementListener;
}

/** The share of the pages' connections reserved for endpoints that hold none. */
const reservedShare = 0.3;

function makeSql(pool: ConnectionPool, listener: NotificationListener): SqlPool {
  const lane = 'unscoped';
  const tag = makeTag((statement) => pool.use(lane, (connection) => connection.run(statement)));
  return Object.assign(tag, {
    begin: <T>(work: (tx: Tx) => Promise<T>) =>
      pool.use(lane, (connection) => runTransaction(connection, work)),
    listen: listener.listen.bind(listener),
  });
}

/** Opens a pool for one role, for programs that need nothing else, such as the bench; one connection by default. */
export function openSqlPool(
  url: string,
  { size = 1, settings = {} }: { size?: number; settings?: Record<string, string> } = {},
): SqlPool & { end(): Promise<void> } {
  const listener = new NotificationListener(url);
  const pool = new ConnectionPool({
    url,
    size,
    reserved: 0,
    limits: noLimits,
    readSettings: () => settings,
    catalog: new StatementCatalog(true),
    onStatement: undefined,
  });
  const end = async () => {
    await Promise.all([listener.close(), pool.close()]);
  };
  return Object.assign(makeSql(pool, listener), { end });
}

/** Limits for the connections that check how far servers are. */
const monitorLimits: TimeLimits = {
  statementMs: second,
  lockMs: second,
  idleMs: second,
  waitMs: second,
};

/** Opens the pools; connections are made on first use. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, prepare, replicaUrls = [], limits = requestLimits, onStatement } = options;
  const catalog = new StatementCatalog(prepare);
  const open = (
    size: number,
    readSettings: () => Record<string, string>,
    change: Partial<PoolOptions> = {},
  ) =>
    new ConnectionPool({
      url,
      size,
      reserved: 0,
      limits,
      readSettings: () => ({ search_path: 'public', ...readSettings() }),
      catalog,
      onStatement,
      ...change,
    });
  const reserved = Math.floor(options.pool * reservedShare);
  const role = 'lotkeeper_app';
  const noSettings = () => ({});
  const owners = open(Math.max(2, Math.ceil(options.pool / 2)), noSettings);
  const readWriterSettings = () => ({ role, ...getWriterSettings(database) });
  const writers = open(options.pool, readWriterSettings, { reserved });
  const readReaderSettings = () => ({ role, ...getReaderSettings(database) });
  const openReaders = (server = url) =>
    open(options.pool, readReaderSettings, { reserved, url: server });
  const openMonitor = (server = url) => open(2, noSettings, { limits: monitorLimits, url: server });
  const readers = openReaders();
  const replicas =
    replicaUrls.length > 0
      ? new Replicas(
          { readers, monitor: openMonitor() },
          replicaUrls.map((server) => new Replica(openReaders(server), openMonitor(server))),
          options.reportReplica ?? (() => undefined),
        )
      : undefined;
  const listener = new NotificationListener(url);
  const database: Database = {
    system: makeSql(owners, listener),
    app: makeSql(writers, listener),
    pools: { writers, readers, replicas },
    url,
    isDistributed: options.nodes?.isDistributed ?? false,
    withSession: async (work) => {
      const pool = open(1, noSettings, { limits: noLimits });
      try {
        return await pool.use('session', (connection) => work(connection.sql));
      } finally {
        await pool.close();
      }
    },
    close: async () => {
      await Promise.all([
        listener.close(),
        replicas?.close(),
        ...[owners, writers, readers].map((pool) => pool.close()),
      ]);
    },
  };
  return database;
}

/** How often, and how many times, a database that is starting or recovering is retried. */
const recoveryPauseMs = second / 2;
const maxRecoveryTries = 600;

const isStarting = (error: unknown) => (error as { code?: string }).code === '57P03';

async function waitForRecovery<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!isStarting(error) || tries === maxRecoveryTries) throw error;
      await pause(recoveryPauseMs);
    }
  }
}

interface Kind {
  version: number;
  /** `npm run move-database` is filling it, or was interrupted. */
  is_unfinished: boolean;
}

async function readKind(sql: Sql): Promise<Kind> {
  const [row] = await sql<Kind[]>`
    select current_setting('server_version_num')::int as version,
      to_regnamespace(${moveMarker}) is not null as is_unfinished`;
  return must(row, 'version of the database');
}

/** After this long, the terminal shows what the start is waiting for. */
const reportAfterMs = 2 * second;

/** The hosts in a database URL, without user and password. */
const nameHosts = (url: string) => /^[^?]*@([^/?]+)/.exec(url)?.[1] ?? 'its socket';

/** How a person would name the database of a URL: "lots at db.example:5432". */
export const nameDatabase = (url: string) =>
  `${/^[^?]*\/([^/?]+)/.exec(url)?.[1] ?? 'default'} at ${nameHosts(url)}`;

/** What to do about a connection that failed. */
const adviseOn = (reason: string) =>
  /certificate/.test(reason)
    ? 'If its certificate is of an authority of your own or of its provider, name the file in DATABASE_URL: sslmode=verify-full&sslrootcert=/path/ca.crt.'
    : 'Check its URL and that PostgreSQL runs.';

/** Checks the database's version and kind. Throws a StartError when it can't be reached or is too old. */
export async function checkDatabase(
  database: Database,
  report: (notice: string) => void,
): Promise<void> {
  const hosts = nameHosts(database.url);
  let kind: Kind;
  const notice = setTimeout(
    () => report(`The database at ${hosts} hasn’t answered yet. Lotkeeper is waiting for it.`),
    reportAfterMs,
  );
  try {
    kind = await waitForRecovery(() => readKind(database.system));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The database at ${hosts} can’t be reached (${reason}). ${adviseOn(reason)}`,
    );
  } finally {
    clearTimeout(notice);
  }
  if (kind.version < 160_000) {
    throw new StartError(`The database at ${hosts} is older than PostgreSQL 16. Upgrade it first.`);
  }
  if (kind.is_unfinished) throw unfinishedMove(nameDatabase(database.url));
  database.isDistributed = await findNodes(database.system);
}

const readBackend = async (sql: Sql): Promise<number> => {
  // Not prepared: the name may belong to a statement of another connection behind such a pooler.
  const [row] = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  return must(row, 'backend').pid;
};

/**
 * Refuses a pooler in transaction mode, which switches connections between transactions: roles,
 * locks, and notifications would leak between sessions.
 */
export const refuseTransactionPooler = (database: Database): Promise<void> =>
  database.withSession((first) =>
    database.withSession(async (second) => {
      const earlierBackend = await readBackend(first);
      await second.unsafe('begin');
      // Gets the connection that `first` released, if it was released.
      await readBackend(second);
      const laterBackend = await readBackend(first);
      await second.unsafe('rollback');
      if (earlierBackend === laterBackend) return;
      throw new StartError(
        `The pooler at ${nameHosts(database.url)} changes connections between transactions. Set pool_mode = session in PgBouncer, or connect to PostgreSQL directly.`,
      );
    }),
  );

/** Makes sure that the pages' connections really use the role that row-level security binds. */
export async function checkAppRole({ app }: Database): Promise<void> {
  const [row] = await app<{ bound: boolean }[]>`
    select not (rolsuper or rolbypassrls) as bound from pg_roles
    where rolname = current_user and rolname = 'lotkeeper_app'`;
  if (row?.bound) return;
  throw new StartError(
    'The pages’ connections don’t act as the role lotkeeper_app, which keeps organizations apart. Connect to PostgreSQL directly, or through a pooler in session mode that passes the role on.',
  );
}
