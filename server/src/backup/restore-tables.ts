import pg from 'pg';
import type { Database } from '../kernel/data/database.ts';
import { nameDatabase } from '../kernel/data/database.ts';
import { migrateJobsAt } from '../kernel/data/jobs.ts';
import { readMigrations } from '../kernel/data/migration-files.ts';
import { migrate } from '../kernel/data/migrations.ts';
import { openSession } from '../kernel/data/sql/session.ts';
import { copiedSchemas, listColumns } from '../kernel/data/table-copies.ts';
import { listStoredTables } from '../kernel/data/tables.ts';
import { beginLoad } from '../kernel/data/unfinished-load.ts';
import { currentRelease } from '../kernel/release.ts';
import { StartError } from '../kernel/start-error.ts';
import { loadTables } from './load-tables.ts';
import type { ManifestBody, SavedTables } from './manifest.ts';
import type { RestoreOptions } from './restore-files.ts';
import { refuseUsedFolder, restoreInto, verifyAll } from './restore-files.ts';

interface TablesRestore extends RestoreOptions {
  /** The empty database of DATABASE_URL. */
  database: Database;
  manifest: ManifestBody;
  saved: SavedTables;
}

const otherRelease = ({ release }: SavedTables, reason: string) =>
  new StartError(
    `The backup was made by Lotkeeper ${release}, and this is ${currentRelease}, which ${reason}: restore it with the version of Lotkeeper that made it.`,
  );

async function refuseUnknownMigrations(saved: SavedTables): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, hash }) => [name, hash]));
  const unknown = saved.migrations.filter(({ name, hash }) => known.get(name) !== hash);
  if (unknown.length === 0) return;
  const names = unknown.map(({ name }) => name).join(', ');
  throw otherRelease(saved, `doesn’t have its migrations ${names}`);
}

/** Refuses a database with anything in it but extensions, and one that a migration couldn't write to. */
async function refuseUsedDatabase({ system, url }: Database): Promise<void> {
  const [row] = await system<[{ is_owner: boolean; role: string; used: string | null }]>`
    select pg_has_role(datdba, 'usage') as is_owner, current_user::text as role, (
      select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_'
        and n.nspname <> 'information_schema' and not exists (
          select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
      order by 1 limit 1) as used
    from pg_database where datname = current_database()`;
  const name = nameDatabase(url);
  if (row.used !== null) {
    throw new StartError(
      `The database ${name} isn’t empty: it has ${row.used}. Create a new one for the restore, which never overwrites anything.`,
    );
  }
  if (row.is_owner) return;
  throw new StartError(
    `The role ${row.role} doesn’t own the database ${name}: alter database … owner to ${row.role}.`,
  );
}

interface Chosen {
  tables: SavedTables['tables'];
  /** Names of tables that aren't Lotkeeper's. */
  skipped: string[];
}

/** The tables that the migrations of the backup have made; the others are somebody else's. */
async function chooseTables({ system }: Database, saved: SavedTables): Promise<Chosen> {
  const stored = await listStoredTables(system, copiedSchemas);
  const columns = new Map(stored.map((table) => [table.name, listColumns(table)]));
  const changed = saved.tables.find(
    (table) => columns.has(table.name) && columns.get(table.name) !== listColumns(table),
  );
  if (changed) throw otherRelease(saved, `has other columns in ${changed.name}`);
  const [tables, others] = [true, false].map((isKnown) =>
    saved.tables.filter(({ name }) => columns.has(name) === isKnown),
  ) as [SavedTables['tables'], SavedTables['tables']];
  return { tables, skipped: others.map(({ name }) => name) };
}

async function fillDatabase({ database, from, saved, report }: TablesRestore): Promise<string[]> {
  // Everything was hashed meanwhile.
  await refuseUsedDatabase(database);
  await beginLoad(database.system, nameDatabase(database.url));
  await migrate(database, { only: new Set(saved.migrations.map(({ name }) => name)), report });
  await migrateJobsAt(database.url);
  const { tables, skipped } = await chooseTables(database, saved);
  const session = await openSession(database.url);
  try {
    await loadTables({ session, from, tables, sequences: saved.sequences, report });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new StartError(
      `PostgreSQL refused the rows (${error.message}). None were kept: drop the database, create it again, and restore again.`,
    );
  } finally {
    await session.close();
  }
  return skipped;
}

/**
 * Restores the rows of all tables into an empty database, and the files into an empty data folder. Everything is
 * verified before anything is written; a mark in the database and one in the folder keep Lotkeeper from starting until
 * both are complete. Returns the names of tables in the backup that aren't Lotkeeper's.
 */
export async function restoreTables(options: TablesRestore): Promise<string[]> {
  const { database, dataDir, manifest, saved } = options;
  await refuseUnknownMigrations(saved);
  await refuseUsedFolder(dataDir);
  await refuseUsedDatabase(database);
  await verifyAll(options, manifest);
  let skipped: string[] = [];
  const end = await restoreInto(options, manifest.files.bytes, async () => {
    skipped = await fillDatabase(options);
  });
  await end();
  return skipped;
}
