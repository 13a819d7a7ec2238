import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { StartError } from '../start-error.ts';
import type { Database, Sql } from './database.ts';
import { migrateJobsAt } from './jobs.ts';
import { listApplied, migrate } from './migrations.ts';
import type { Session } from './sql/session.ts';
import { openSession } from './sql/session.ts';
import type { StoredTable } from './tables.ts';
import { listStoredTables } from './tables.ts';

/** The schemas that hold rows: the product's, the sandbox's, and the job queue's. */
const copiedSchemas = ['public', 'processor', 'lotkeeper', 'graphile_worker'];

const lineEnd = 0x0a;

/** Counts and hashes rows; each line of COPY output is a row, since COPY escapes line breaks within values. */
class RowCounter {
  readonly #hash = createHash('sha256');
  #rows = 0;

  /** Counts rows as they pass through a pipeline. */
  async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk);
      for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1))
        this.#rows += 1;
      yield chunk;
    }
  }

  /** The totals at the end; the SHA-256 covers the rows as COPY writes them, in order. */
  read(): { rows: number; sha256: string } {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

const listColumns = ({ columns }: StoredTable) => columns.join(', ');

const openSource = ({ client }: Session, table: StoredTable) =>
  client.query(copyTo(`copy ${table.name} (${listColumns(table)}) to stdout`));

/** Reads a table for its row count and hash. */
async function hashTable(session: Session, table: StoredTable) {
  const counter = new RowCounter();
  for await (const _ of counter.pass(openSource(session, table)));
  return counter.read();
}

/** Copies a table, reads it back, and compares; returns the number of rows. */
async function copyTable(source: Session, target: Session, table: StoredTable): Promise<number> {
  const counter = new RowCounter();
  await pipeline(
    openSource(source, table),
    (chunks) => counter.pass(chunks),
    target.client.query(
      copyFrom(`copy ${table.name} (${listColumns(table)}) from stdin with (freeze)`),
    ),
  );
  const copied = counter.read();
  const stored = await hashTable(target, table);
  if (copied.sha256 === stored.sha256) return copied.rows;
  throw new StartError(
    `The table ${table.name} isn’t the same after it was copied: ${copied.rows} rows before, ${stored.rows} after.`,
  );
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

const listForeignKeys = (sql: Sql) => sql<ForeignKey[]>`
  select conrelid::regclass::text as table, quote_ident(conname) as name,
    pg_get_constraintdef(oid) as definition
  from pg_constraint
  where contype = 'f' and connamespace::regnamespace::text = any (${copiedSchemas}) order by 1, 2`;

interface Index {
  name: string;
  definition: string;
}

/** The indexes that don't back a constraint. */
const listIndexes = (sql: Sql) => sql<Index[]>`
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace::regnamespace::text = any (${copiedSchemas})
    and not exists (select from pg_constraint where conindid = i.indexrelid and contype <> 'f')
  order by 1`;

/** Runs one statement per item, all in one text. */
async function runAll<T>(sql: Sql, items: readonly T[], toStatement: (item: T) => string) {
  if (items.length > 0) await sql.unsafe(items.map(toStatement).join(';\n'));
}

/**
 * Empties and refills tables, using what only their owner may do: foreign keys are dropped and
 * re-created (which checks every row), indexes are built in one go, and triggers are paused.
 */
async function refillTables(
  sql: Sql,
  tables: readonly StoredTable[],
  fill: () => Promise<void>,
): Promise<void> {
  const keys = await listForeignKeys(sql);
  await runAll(sql, keys, ({ table, name }) => `alter table ${table} drop constraint ${name}`);
  const indexes = await listIndexes(sql);
  await runAll(sql, indexes, ({ name }) => `drop index ${name}`);
  await runAll(sql, tables, ({ name }) => `alter table ${name} disable trigger user`);
  // Rows that migrations insert are copied like all others.
  await sql.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  await fill();
  await runAll(sql, indexes, ({ definition }) => definition);
  await runAll(
    sql,
    keys,
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  );
  await runAll(sql, tables, ({ name }) => `alter table ${name} enable trigger user`);
}

/** Numbers are never reused, not even those of deleted rows. */
async function copySequences(source: Sql, target: Sql): Promise<void> {
  const sequences = await source<{ name: string; last_value: number }[]>`
    select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value
    from pg_sequences where schemaname = any (${copiedSchemas}) and last_value is not null order by 1`;
  for (const { name, last_value: last } of sequences)
    await target`select setval(to_regclass(${name}), ${last})`;
}

/** Lists the tables with rows; refuses a database whose tables differ from its copy's. */
async function listTables(source: Sql, target: Sql): Promise<StoredTable[]> {
  const tables = await listStoredTables(source, copiedSchemas);
  const targetTables = await listStoredTables(target, copiedSchemas);
  const describe = (table: StoredTable) => `${table.name} (${listColumns(table)})`;
  const names = new Set(targetTables.map(describe));
  const unknown = tables.map(describe).filter((name) => !names.has(name));
  if (unknown.length === 0 && tables.length === targetTables.length) return tables;
  throw new StartError(
    `The database has tables that this version of Lotkeeper doesn’t know: ${unknown.join(', ') || 'fewer than expected'}. Start this version on it once, or remove them.`,
  );
}

interface Copying {
  /** Only read from; nobody may write to it meanwhile. */
  from: Database;
  /** A new database. */
  to: Database;
  report: (line: string) => void;
  /** Runs in the transaction that fills the new database. */
  beforeCommit?: (sql: Sql) => Promise<unknown>;
}

/**
 * Copies an entire database into a new one: tables by the same migrations, rows by COPY, each table
 * read back and compared, all in one transaction. Returns the number of rows.
 */
export async function copyDatabase({ from, to, report, beforeCommit }: Copying): Promise<number> {
  const names = await listApplied(from.system);
  if (names.size === 0) throw new StartError('The database has no tables of Lotkeeper.');
  await migrate(to, { only: names, report });
  await migrateJobsAt(to.url);
  const source = await openSession(from.url);
  const target = await openSession(to.url);
  let rows = 0;
  try {
    await source.sql`begin isolation level repeatable read read only`;
    await target.sql`begin`;
    const tables = await listTables(source.sql, target.sql);
    await refillTables(target.sql, tables, async () => {
      for (const table of tables) {
        const copied = await copyTable(source, target, table);
        if (copied > 0) report(`${table.name}: ${copied} rows`);
        rows += copied;
      }
    });
    await copySequences(source.sql, target.sql);
    await target.sql`analyze`;
    await beforeCommit?.(target.sql);
    await target.sql`commit`;
    return rows;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new StartError(`PostgreSQL refused the rows (${error.message}).`);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}
