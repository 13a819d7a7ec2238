import { join } from 'node:path';
import pg from 'pg';
import { formatTimestamp, systemClock } from '../kernel/clock.ts';
import { CopyOut } from '../kernel/data/sql/copy.ts';
import type { Session } from '../kernel/data/sql/session.ts';
import { openSession } from '../kernel/data/sql/session.ts';
import {
  copiedSchemas,
  copyOutStatement,
  listSequences,
  RowCounter,
} from '../kernel/data/table-copies.ts';
import type { StoredTable } from '../kernel/data/tables.ts';
import { listStoredTables } from '../kernel/data/tables.ts';
import { currentRelease } from '../kernel/release.ts';
import { StartError } from '../kernel/start-error.ts';
import { formatMegabytes, saveCompressed } from './compressed.ts';
import type { SavedTables } from './manifest.ts';
import type { SaveOptions } from './save-cluster.ts';

/** The file with the rows of a table. */
export const toTableFile = (name: string) => `${encodeURIComponent(name)}.copy.zst`;

/** What of the schema the rows depend on. */
interface Schema {
  version: number;
  migrations: { name: string; hash: string }[];
  tables: StoredTable[];
}

async function readSchema({ sql }: Session): Promise<Schema> {
  const [row] = await sql<[{ version: number; is_migrated: boolean }]>`
    select current_setting('server_version_num')::int / 10000 as version,
      to_regclass('public.migrations') is not null as is_migrated`;
  if (!row.is_migrated) {
    throw new StartError('The database has no tables of Lotkeeper to back up.');
  }
  const migrations = await sql<{ name: string; hash: string }[]>`
    select name, hash from migrations order by name`;
  const tables = await listStoredTables(sql, copiedSchemas);
  return { version: row.version, migrations: [...migrations], tables: [...tables] };
}

const attempts = 5;

/**
 * Begins the transaction whose snapshot all rows are of. The tables are locked against migrations before the snapshot
 * is taken, as pg_dump does: rows of a table that was changed after it would be missing.
 */
async function beginSnapshot(session: Session): Promise<Schema & { takenAt: string }> {
  const { client } = session;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const before = await readSchema(session);
    const names = before.tables.map(({ name }) => name).join(', ');
    await client.query('begin isolation level repeatable read read only');
    await client.query(`lock table ${names} in access share mode`);
    const takenAt = formatTimestamp(systemClock());
    // The first read takes the snapshot.
    const schema = await readSchema(session);
    if (JSON.stringify(schema) === JSON.stringify(before)) return { ...schema, takenAt };
    await client.query('rollback');
  }
  throw new StartError('The tables are being changed. Back up again when the migrations are done.');
}

/** Refuses a database whose rows are on several servers. */
function refuseDistributed({ database }: SaveOptions): void {
  if (!database.isDistributed) return;
  throw new StartError(
    'The database is distributed among several servers by Citus, which npm run backup can’t back up: back up every node with your own tools, as docs/deploy.md says.',
  );
}

/**
 * Saves the rows of all tables as of one snapshot, each table as a compressed file in a folder. It reads the primary:
 * a standby may lack rows that were acknowledged, and cancels what reads for long.
 */
export async function saveTables(options: SaveOptions, folder: string): Promise<SavedTables> {
  const { database, report } = options;
  refuseDistributed(options);
  const session = await openSession(database.url);
  try {
    const { takenAt, version, migrations, tables } = await beginSnapshot(session);
    const saved: SavedTables['tables'] = [];
    let bytes = 0;
    for (const table of tables) {
      const rows = new CopyOut(copyOutStatement(table));
      const counter = new RowCounter();
      session.client.query(rows);
      await saveCompressed(rows, join(folder, toTableFile(table.name)), (chunk) => {
        counter.add(chunk);
        bytes += chunk.length;
        report(`${formatMegabytes(bytes)} of the database`);
      });
      saved.push({ name: table.name, columns: table.columns, ...counter.read() });
    }
    // A number is given before its row is stored, so these are never behind the rows.
    const sequences = [...(await listSequences(session.sql))];
    await session.client.query('commit');
    return {
      kind: 'tables',
      taken_at: takenAt,
      version,
      bytes,
      release: currentRelease,
      migrations,
      tables: saved,
      sequences,
    };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new StartError(`PostgreSQL refused the backup: ${error.message}.`);
  } finally {
    await session.close();
  }
}
