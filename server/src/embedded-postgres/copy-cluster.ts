import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { Database, Sql } from '../kernel/data/database.ts';
import { CopyIn, CopyOut } from '../kernel/data/sql/copy.ts';
import type { StoredTable } from '../kernel/data/tables.ts';
import { listStoredTables } from '../kernel/data/tables.ts';
import { StartError } from '../kernel/start-error.ts';

/** The schemas with rows: the product's, the sandbox's, and the job queue's. */
const schemas = ['public', 'processor', 'lotkeeper', 'graphile_worker'];

interface TableCopy {
  rows: number;
  /** Of the rows as COPY writes them, in their order. */
  hash: string;
}

/** Counts and hashes what passes; a row of COPY is a line, since it escapes line ends within values. */
function makeCounter() {
  const hash = createHash('sha256');
  let rows = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      for (const byte of chunk) if (byte === 0x0a) rows += 1;
      done(null, chunk);
    },
  });
  return { stream, read: (): TableCopy => ({ rows, hash: hash.digest('hex') }) };
}

const listColumns = ({ columns }: StoredTable) => columns.join(', ');
const copyTo = (table: StoredTable) => `copy ${table.name} (${listColumns(table)}) to stdout`;

async function copyTable(from: pg.Client, to: pg.Client, table: StoredTable): Promise<TableCopy> {
  // Rows that migrations made are copied like the others.
  await to.query(`delete from ${table.name}`);
  const source = new CopyOut(copyTo(table));
  const target = new CopyIn(`copy ${table.name} (${listColumns(table)}) from stdin`);
  const counter = makeCounter();
  from.query(source);
  to.query(target);
  await pipeline(source, counter.stream, target);
  return counter.read();
}

async function readTable(client: pg.Client, table: StoredTable): Promise<TableCopy> {
  const source = new CopyOut(copyTo(table));
  const counter = makeCounter();
  client.query(source);
  await pipeline(source, counter.stream, async (chunks) => {
    for await (const _ of chunks);
  });
  return counter.read();
}

interface SequenceRow {
  name: string;
  last_value: number | null;
}

const listSequences = (sql: Sql) => sql<SequenceRow[]>`
  select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value
  from pg_sequences where schemaname = any (${schemas}) order by 1`;

/** Numbers that were given once are never given again, those of removed rows either. */
async function copySequences(from: Sql, to: Sql): Promise<void> {
  for (const { name, last_value: last } of await listSequences(from)) {
    if (last !== null) await to`select setval(${name}::regclass, ${last})`;
  }
}

function compareTables(old: readonly StoredTable[], next: readonly StoredTable[]): void {
  const describe = (tables: readonly StoredTable[]) =>
    tables.map((table) => `${table.name} (${listColumns(table)})`);
  const names = new Set(describe(next));
  const missing = describe(old).filter((name) => !names.has(name));
  if (missing.length === 0 && old.length === next.length) return;
  throw new StartError(
    `The database has tables that this version of Lotkeeper doesn’t know: ${missing.join(', ') || 'fewer than expected'}. Upgrade the code first, or remove them.`,
  );
}

async function openClient(url: string, settings: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The error also reaches the query that runs.
  client.on('error', () => undefined);
  await client.connect();
  // In the order of the disk, so that two reads of the same rows compare.
  await client.query(`set synchronize_seqscans = off; ${settings}`);
  return client;
}

/**
 * Copies every row of one database into another one with the same tables, reads it back, and compares it. Throws when
 * a table differs; returns how many rows there are.
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  report: (line: string) => void,
): Promise<number> {
  const tables = await listStoredTables(from.system, schemas);
  compareTables(tables, await listStoredTables(to.system, schemas));
  const source = await openClient(from.url, 'begin isolation level repeatable read read only');
  // Neither triggers nor foreign keys may change what is copied.
  const target = await openClient(to.url, 'set session_replication_role = replica');
  let rows = 0;
  try {
    for (const table of tables) {
      const copied = await copyTable(source, target, table);
      const stored = await readTable(target, table);
      if (copied.hash !== stored.hash || copied.rows !== stored.rows) {
        throw new StartError(
          `The table ${table.name} isn’t the same after it was copied: ${copied.rows} rows before, ${stored.rows} after. Nothing was changed.`,
        );
      }
      if (copied.rows > 0) report(`${table.name}: ${copied.rows} rows`);
      rows += copied.rows;
    }
    await copySequences(from.system, to.system);
    await to.system`analyze`;
    return rows;
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}
