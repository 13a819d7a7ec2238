import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { Database, Sql } from './database.ts';

const folder = join(import.meta.dirname, '../../../migrations');

interface Migration {
  name: string;
  text: string;
  hash: string;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function appliedHashes(connection: Sql): Promise<Map<string, string>> {
  await connection`create table if not exists migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`;
  const rows = await connection<
    { name: string; hash: string }[]
  >`select name, hash from migrations`;
  return new Map(rows.map((row) => [row.name, row.hash]));
}

async function apply(connection: Sql, { name, text, hash }: Migration): Promise<void> {
  await connection.unsafe(
    `begin;\n${text}\n;insert into migrations (name, hash) values ('${name}', '${hash}');commit;`,
  );
}

/** How many migrations of this version the database lacks. */
export async function countMissingMigrations(sql: Sql): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const rows = await sql<{ name: string }[]>`select name from migrations`;
  const applied = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !applied.has(name)).length;
}

function asStartError(error: unknown): unknown {
  const { code, message: why } = error as Error & { code?: string };
  // What a worker of a Citus cluster answers to changes of tables that it knows.
  if (why === 'operation is not allowed on this node') {
    return new StartError(
      'This node is a worker of a Citus cluster. Set DATABASE_URL to the coordinator.',
      'lasting',
    );
  }
  if (code !== '42501') return error;
  return new StartError(
    `The database user isn’t allowed to create the tables and roles that Lotkeeper needs (${why}). See "PostgreSQL" in docs/deploy.md for the rights it needs.`,
    'lasting',
  );
}

async function applyMissing(connection: Sql): Promise<string[]> {
  const migrations = await readMigrations();
  const applied = await appliedHashes(connection);
  const done: string[] = [];
  for (const migration of migrations) {
    const known = applied.get(migration.name);
    if (known === migration.hash) continue;
    if (known) {
      throw new StartError(
        `Migration ${migration.name} was changed after it was applied. Restore it and add a new one.`,
        'lasting',
      );
    }
    await apply(connection, migration);
    done.push(migration.name);
  }
  return done;
}

/** Brings the database to the newest schema, one migration a transaction; two servers starting at once take turns. */
export function migrate(database: Database): Promise<string[]> {
  return database.withSession(async (connection) => {
    try {
      // Given back when the connection is closed.
      await connection`select pg_advisory_lock(7001)`;
      return await applyMissing(connection);
    } catch (error) {
      throw asStartError(error);
    }
  });
}
