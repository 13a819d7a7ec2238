import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import postgres from 'postgres';
import { formatTimestamp, parseTimestamp } from './clock.ts';
import { StartError } from './start-error.ts';

const timestamptz = {
  to: 1184,
  from: [1184],
  parse: (text: string): number => parseTimestamp(text),
  serialize: (at: number) => formatTimestamp(at as Instant),
};

const date = { to: 1082, from: [1082], parse: (text: string) => text, serialize: String };

/** Cents and pks: a bigint that does not fit a double exactly is an error, never a rounded number. */
const bigint = {
  to: 20,
  from: [20, 1700],
  parse: (text: string) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`Not a safe integer: ${text}`);
    return value;
  },
  serialize: String,
};

interface SqlTypes extends Record<string, unknown> {
  timestamptz: number;
  date: string;
  bigint: number;
}

export type Sql = postgres.Sql<SqlTypes>;
/** A part of a statement, to be put into another. */
export type Fragment = postgres.Fragment;
/** A transaction, or anything else that runs statements. */
export type Tx = postgres.TransactionSql<SqlTypes>;

export interface Database {
  /** As the owner, past row-level security: migrations, sign-in, jobs, commands. Never for a feature's pages. */
  system: Sql;
  /** As the role that row-level security binds; only scopes use it. */
  app: Sql;
  /** Connections of the same role for reads. */
  readers: Readers;
  url: string;
  close(): Promise<void>;
}

/** A connection that one read at a time has to itself. */
export interface Reader {
  sql: Sql;
  /** The scope that is set on it; null when none is, or nobody knows. */
  scope: string | null;
}

/** The connections that serve reads. */
export interface Readers {
  /** One that has the scope already where there is such a one. */
  take(scope: string): Promise<Reader>;
  give(reader: Reader): void;
  /** Instead of `give`, when it is not sure what the connection is at: it is closed, and a new one made. */
  replace(reader: Reader): void;
}

export interface DatabaseOptions {
  url: string;
  pool: number;
  prepare: boolean;
  /** Hears every statement that pages send, so that the bench measures the very same. */
  onStatement?: (text: string, parameters: readonly unknown[]) => void;
}

function connect(
  options: DatabaseOptions,
  max: number,
  role: string | null,
  more: {
    session?: Record<string, string>;
    onclose?: () => void;
    max_lifetime?: null;
  } = {},
): Sql {
  const { url, prepare, onStatement } = options;
  const { session = {}, ...rest } = more;
  return postgres(url, {
    ...rest,
    max,
    prepare,
    types: { timestamptz, date, bigint },
    connect_timeout: 10,
    connection: {
      application_name: 'lotkeeper',
      TimeZone: 'UTC',
      search_path: 'public',
      ...(role ? { role } : {}),
      ...session,
    },
    onnotice: () => undefined,
    ...(onStatement ? { debug: (_, text, parameters) => onStatement(text, parameters) } : {}),
  });
}

function makeReaders(count: number, open: (onClose: () => void) => Sql) {
  const make = (): Reader => {
    const reader: Reader = {
      sql: open(() => {
        reader.scope = null;
      }),
      scope: null,
    };
    return reader;
  };
  const all = new Set(Array.from({ length: count }, make));
  /** Those that were given back longest ago stand first. */
  const idle = [...all];
  const waiting: ((reader: Reader) => void)[] = [];
  const give = (reader: Reader) => {
    const next = waiting.shift();
    if (next) next(reader);
    else idle.push(reader);
  };
  const readers: Readers = {
    take: async (scope) => {
      const fitting = idle.findLastIndex((reader) => reader.scope === scope);
      const [reader] = idle.splice(Math.max(fitting, 0), 1);
      return reader ?? new Promise((resolve) => waiting.push(resolve));
    },
    give,
    replace: (reader) => {
      all.delete(reader);
      reader.sql.end({ timeout: 0 }).catch(() => undefined);
      const fresh = make();
      all.add(fresh);
      give(fresh);
    },
  };
  const close = () => Promise.all([...all].map(({ sql }) => sql.end({ timeout: 5 })));
  return { readers, close };
}

/**
 * A read is planned once a connection: left to choose, PostgreSQL plans most reads anew at each call, which
 * takes several times as long as the read. It cannot write, and says so when it has no scope.
 */
const ofReaders = {
  plan_cache_mode: 'force_generic_plan',
  default_transaction_read_only: 'on',
  'lotkeeper.reader': 'on',
};

/** Opens the pools; connections are made when first needed. */
export function openDatabase(options: DatabaseOptions): Database {
  const system = connect(options, Math.max(2, Math.ceil(options.pool / 2)), null);
  const app = connect(options, options.pool, 'lotkeeper_app');
  const reading = makeReaders(options.pool, (onclose) =>
    connect(options, 1, 'lotkeeper_app', { session: ofReaders, onclose, max_lifetime: null }),
  );
  return {
    system,
    app,
    readers: reading.readers,
    url: options.url,
    close: async () => {
      await Promise.all([system.end({ timeout: 5 }), app.end({ timeout: 5 }), reading.close()]);
    },
  };
}

/** Asks the database whether it is there and new enough; a StartError says which it is not. */
export async function checkDatabase(database: Database): Promise<void> {
  const where = /@([^/?]+)/.exec(database.url)?.[1] ?? 'its socket';
  let version: number;
  try {
    const [row] = await database.system<{ version: number }[]>`
      select current_setting('server_version_num')::int as version`;
    version = row?.version ?? 0;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The database at ${where} cannot be reached (${why}). Check DATABASE_URL and that PostgreSQL runs.`,
    );
  }
  if (version < 160_000) {
    throw new StartError(`The database at ${where} is older than PostgreSQL 16. Upgrade it first.`);
  }
}

/** Makes sure that the pages' connections really act as the role that row-level security binds. */
export async function checkAppRole({ app }: Database): Promise<void> {
  const [row] = await app<{ bound: boolean }[]>`
    select not (rolsuper or rolbypassrls) as bound from pg_roles
    where rolname = current_user and rolname = 'lotkeeper_app'`;
  if (row?.bound) return;
  throw new StartError(
    'The connections of the pages do not act as the role lotkeeper_app, which keeps organizations apart. Connect to PostgreSQL directly, or through a pooler in session mode that passes the role on.',
  );
}
