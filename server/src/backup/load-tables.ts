import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { CopyIn } from '../kernel/data/sql/copy.ts';
import type { Session } from '../kernel/data/sql/session.ts';
import type { Sql } from '../kernel/data/sql/statement.ts';
import {
  copiedSchemas,
  copyInStatement,
  hashTable,
  setSequences,
} from '../kernel/data/table-copies.ts';
import { endLoad } from '../kernel/data/unfinished-load.ts';
import { StartError } from '../kernel/start-error.ts';
import { formatMegabytes } from './compressed.ts';
import type { SavedTables } from './manifest.ts';
import { toTableFile } from './save-tables.ts';

type SavedTable = SavedTables['tables'][number];

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

/** The indexes that no constraint needs. */
const listIndexes = (sql: Sql) => sql<Index[]>`
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace::regnamespace::text = any (${copiedSchemas})
    and not exists (select from pg_constraint where conindid = i.indexrelid and contype <> 'f')
  order by 1`;

/** Runs one statement for each item, in one text. */
async function runAll<T>(sql: Sql, items: readonly T[], toStatement: (item: T) => string) {
  if (items.length > 0) await sql.unsafe(items.map(toStatement).join(';\n'));
}

/** Loads a table and reads it back. */
async function loadTable(
  { client }: Session,
  table: SavedTable,
  path: string,
  onChunk: (bytes: number) => void,
): Promise<void> {
  const target = new CopyIn(`${copyInStatement(table)} with (freeze)`);
  client.query(target);
  await pipeline(
    createReadStream(path),
    createZstdDecompress(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        onChunk(chunk.length);
        yield chunk;
      }
    },
    target,
  );
  const { rows, sha256 } = await hashTable(client, table);
  if (sha256 === table.sha256) return;
  throw new StartError(
    `The table ${table.name} isn’t the same after it was loaded: ${table.rows} rows in the backup, ${rows} in the database.`,
  );
}

interface Load {
  session: Session;
  /** The folder of the backup. */
  from: string;
  tables: readonly SavedTable[];
  sequences: SavedTables['sequences'];
  report: (progress: string) => void;
}

/**
 * Fills tables, in one transaction that also ends the mark of an unfinished restore. It does only what the owner of
 * the tables may: foreign keys are dropped and made again, which checks every row, indexes are built at once, and
 * triggers are paused, so that sums and append-only tables are as they were.
 */
export async function loadTables({ session, from, tables, sequences, report }: Load) {
  const { sql } = session;
  await sql`begin`;
  const keys = await listForeignKeys(sql);
  await runAll(sql, keys, ({ table, name }) => `alter table ${table} drop constraint ${name}`);
  const indexes = await listIndexes(sql);
  await runAll(sql, indexes, ({ name }) => `drop index ${name}`);
  await runAll(sql, tables, ({ name }) => `alter table ${name} disable trigger user`);
  // Rows that migrations made are in the backup as well.
  await sql.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  let bytes = 0;
  for (const table of tables) {
    await loadTable(session, table, join(from, toTableFile(table.name)), (length) => {
      bytes += length;
      report(`${formatMegabytes(bytes)} of the database restored`);
    });
  }
  report('Indexes are being built');
  await runAll(sql, indexes, ({ definition }) => definition);
  report('Foreign keys are being checked');
  await runAll(
    sql,
    keys,
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  );
  await runAll(sql, tables, ({ name }) => `alter table ${name} enable trigger user`);
  await setSequences(sql, sequences);
  await sql`analyze`;
  await endLoad(sql);
  await sql`commit`;
}
