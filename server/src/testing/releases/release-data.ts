import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Database } from '../../kernel/data/database.ts';
import { migrationsFolder } from '../../kernel/data/migration-files.ts';
import { advanceSequences, listStoredTables } from '../../kernel/data/tables.ts';

/** The number of the schema's last migration in release 0.1.0. */
export const lastOfFirstRelease = 87;

/** Links the first release's migrations into a folder. */
export function linkFirstRelease(folder: string): void {
  for (const name of readdirSync(migrationsFolder)) {
    if (Number(name.slice(0, 4)) > lastOfFirstRelease) continue;
    symlinkSync(join(migrationsFolder, name), join(folder, name));
  }
}

async function useClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Tables of one installation or one run of it, without product data. */
const skippedTables = new Set(['public.secret_keys', 'public.sessions', 'public.sign_in_tickets']);

/** Every row of the product, in the text format of COPY; each table begins with its name and columns. */
export async function dumpRows({ system, url }: Database): Promise<string> {
  const tables = await listStoredTables(system);
  return useClient(url, async (client) => {
    let dump = '';
    for (const { name, columns } of tables) {
      if (skippedTables.has(name)) continue;
      const list = columns.join(', ');
      const rows = client.query(copyTo(`copy (select ${list} from ${name}) to stdout`));
      const lines = await rows.setEncoding('utf8').toArray();
      if (lines.length > 0) dump += `COPY ${name} (${list}) FROM stdin;\n${lines.join('')}\\.\n`;
    }
    return dump;
  });
}

const tableForm = /^COPY (\S+) \([^)]*\) FROM stdin;\n/gm;

/** Loads rows into an empty database, bypassing triggers and foreign keys. */
export async function loadRows({ system, url }: Database, dump: string): Promise<void> {
  await useClient(url, async (client) => {
    await client.query('set session_replication_role = replica');
    for (const { 0: statement, 1: name, index } of dump.matchAll(tableForm)) {
      const start = index + statement.length;
      const rows = dump.slice(start, dump.indexOf('\n\\.\n', start) + 1);
      // Rows created by migrations are in the dump as well.
      await client.query(`delete from ${name}`);
      await pipeline([Buffer.from(rows)], client.query(copyFrom(statement.trim())));
    }
  });
  await advanceSequences(system);
}
