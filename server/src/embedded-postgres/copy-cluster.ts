import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Database } from '../kernel/data/database.ts';
import { CopyIn, CopyOut } from '../kernel/data/sql/copy.ts';
import { openSession } from '../kernel/data/sql/session.ts';
import type { TableCopy } from '../kernel/data/table-copies.ts';
import {
  copiedSchemas,
  copyInStatement,
  copyOutStatement,
  hashTable,
  listColumns,
  listSequences,
  RowCounter,
  setSequences,
} from '../kernel/data/table-copies.ts';
import type { StoredTable } from '../kernel/data/tables.ts';
import { listStoredTables } from '../kernel/data/tables.ts';
import { StartError } from '../kernel/start-error.ts';

async function copyTable(from: pg.Client, to: pg.Client, table: StoredTable): Promise<TableCopy> {
  // Rows that migrations made are copied like the others.
  await to.query(`delete from ${table.name}`);
  const source = new CopyOut(copyOutStatement(table));
  const target = new CopyIn(copyInStatement(table));
  const counter = new RowCounter();
  from.query(source);
  to.query(target);
  await pipeline(source, (chunks) => counter.pass(chunks), target);
  return counter.read();
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

/**
 * Copies every row of one database into another one with the same tables, reads it back, and compares it. Throws when
 * a table differs; returns how many rows there are.
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  report: (line: string) => void,
): Promise<number> {
  const tables = await listStoredTables(from.system, copiedSchemas);
  compareTables(tables, await listStoredTables(to.system, copiedSchemas));
  const source = await openSession(from.url);
  const target = await openSession(to.url);
  let rows = 0;
  try {
    await source.client.query('begin isolation level repeatable read read only');
    // Neither triggers nor foreign keys may change what is copied.
    await target.client.query('set session_replication_role = replica');
    for (const table of tables) {
      const copied = await copyTable(source.client, target.client, table);
      const stored = await hashTable(target.client, table);
      if (copied.sha256 !== stored.sha256) {
        throw new StartError(
          `The table ${table.name} isn’t the same after it was copied: ${copied.rows} rows before, ${stored.rows} after. Nothing was changed.`,
        );
      }
      if (copied.rows > 0) report(`${table.name}: ${copied.rows} rows`);
      rows += copied.rows;
    }
    await setSequences(to.system, await listSequences(from.system));
    await to.system`analyze`;
    return rows;
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}
