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
/** A transaction, or anything else that runs statements. */
export type Tx = postgres.TransactionSql<SqlTypes>;

export interface Database {
  /** As the owner, past row-level security: migrations, sign-in, jobs, commands. Never for a feature's pages. */
  system: Sql;
  /** As the role that row-level security binds; only scopes use it. */
  app: Sql;
  url: string;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  pool: number;
  prepare: boolean;
}

function connect({ url, prepare }: DatabaseOptions, max: number, role: string | null): Sql {
  return postgres(url, {
    max,
    prepare,
    types: { timestamptz, date, bigint },
    connect_timeout: 10,
    connection: {
      application_name: 'lotkeeper',
      TimeZone: 'UTC',
      search_path: 'public',
      ...(role ? { role } : {}),
    },
    onnotice: () => undefined,
  });
}

/** Opens the pools; connections are made when first needed. */
export function openDatabase(options: DatabaseOptions): Database {
  const system = connect(options, Math.max(2, Math.ceil(options.pool / 2)), null);
  const app = connect(options, options.pool, 'lotkeeper_app');
  return {
    system,
    app,
    url: options.url,
    close: async () => {
      await Promise.all([system.end({ timeout: 5 }), app.end({ timeout: 5 })]);
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
