import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Database } from '../../kernel/data/database.ts';
import { migrateJobsAt } from '../../kernel/data/jobs.ts';
import { migrate } from '../../kernel/data/migrations.ts';
import { advanceSequences, listStoredTables } from '../../kernel/data/tables.ts';
import type { RecordedPages } from './release-pages.ts';

/** The migrations that a release had, and what its pages returned. */
export interface RecordedRelease {
  migrations: string[];
  pages: RecordedPages;
}

const readFile = (name: string) =>
  zstdDecompressSync(readFileSync(join(import.meta.dirname, name))).toString();

export const readRelease = (release: string) =>
  JSON.parse(readFile(`${release}.json.zst`)) as RecordedRelease;

/** Fills a new database with the tables and rows of a recorded release. */
export async function restoreRelease(database: Database, release: string): Promise<void> {
  await migrate(database, { only: new Set(readRelease(release).migrations) });
  await migrateJobsAt(database.url);
  await loadRows(database, readFile(`${release}.sql.zst`));
  await database.system`analyze`;
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
async function loadRows({ system, url }: Database, dump: string): Promise<void> {
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
