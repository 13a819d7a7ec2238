import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { applyMigration, buildRecord } from './apply-migration.ts';
import type { Database, Sql } from './database.ts';
import type { Migration } from './migration-files.ts';
import { listMigrationNames, readMigrations } from './migration-files.ts';
import type { LockLimits } from './migration-locks.ts';
import { defaultLockLimits, takeTurn } from './migration-locks.ts';

const manifest = join(import.meta.dirname, '../../../../package.json');

/** The release of this code, such as "0.1.0". */
export const currentRelease = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string })
  .version;

/** Whether a release precedes another one: 0.9.0 precedes 0.10.0. */
const isOlderRelease = (release: string, other: string) =>
  release.localeCompare(other, 'en', { numeric: true }) < 0;

interface AppliedMigration {
  name: string;
  hash: string;
  /** Earlier releases can't use the database after this migration. */
  oldest_release: string | null;
}

async function readApplied(connection: Sql): Promise<AppliedMigration[]> {
  await connection`create table if not exists migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`;
  // Read as JSON, because a database of the first release doesn't have oldest_release.
  return connection<AppliedMigration[]>`
    select name, hash, to_jsonb(m) ->> 'oldest_release' as oldest_release from migrations m`;
}

/** The schema's files replaced all migrations up to this one. Every database made by those has the second one below. */
const lastReplaced = '0087_confirmed_payments.sql';
const replacedByAll = '0002_sessions.sql';
/** Migrations after the schema. */
const firstNumber = '0088';

/** Whether the migrations that the schema replaced made this database. */
const isBeforeSchema = (applied: readonly AppliedMigration[]) =>
  applied.some(({ name }) => name === replacedByAll);

/** Refuses a database that lacks any of the replaced migrations. */
function checkReplaced(applied: readonly AppliedMigration[]): void {
  if (applied.some(({ name }) => name === lastReplaced)) return;
  throw new StartError(
    'This database was last used by a version before release 0.1.0. Start Lotkeeper 0.1.0 on it once, which brings it up to date, and then this release.',
    'lasting',
  );
}

/** Records the schema in a database that the replaced migrations made. */
async function recordSchema(
  connection: Sql,
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Promise<void> {
  checkReplaced(applied);
  const schema = migrations.filter(({ name }) => name < firstNumber).map(buildRecord);
  await connection.unsafe(
    `begin; delete from migrations where name < '${firstNumber}'; ${schema.join('; ')}; commit`,
  );
}

/** Lists a database's migrations without changing it; throws a StartError when it's too old. */
export async function listApplied(sql: Sql): Promise<Set<string>> {
  const applied = await readApplied(sql);
  const names = applied.map(({ name }) => name);
  if (!isBeforeSchema(applied)) return new Set(names);
  checkReplaced(applied);
  const schema = (await listMigrationNames()).filter((name) => name < firstNumber);
  return new Set([...schema, ...names.filter((name) => name >= firstNumber)]);
}

/** Counts the migrations of this version that the database lacks. */
export async function countMissingMigrations(sql: Sql): Promise<number> {
  const names = await listMigrationNames();
  const rows = await sql<{ name: string }[]>`select name from migrations`;
  const applied = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !applied.has(name)).length;
}

function asStartError(error: unknown): unknown {
  const { code, message: reason } = error as Error & { code?: string };
  // The answer of a Citus worker node to changes of tables that it knows.
  if (reason === 'operation is not allowed on this node') {
    return new StartError(
      'This node is a worker of a Citus cluster. Set DATABASE_URL to the coordinator.',
      'lasting',
    );
  }
  if (code !== '42501') return error;
  return new StartError(
    `The database user isn’t allowed to create the tables and roles that Lotkeeper needs (${reason}). See "PostgreSQL" in docs/deploy.md for the rights it needs.`,
    'lasting',
  );
}

const findNewest = (releases: readonly string[]): string | null =>
  releases.toSorted((a, b) => (isOlderRelease(a, b) ? 1 : -1)).at(0) ?? null;

/** Refuses a database that a later release made incompatible with this one. */
function checkOldestRelease(applied: readonly AppliedMigration[], release: string): void {
  const needed = findNewest(applied.flatMap(({ oldest_release: oldest }) => oldest ?? []));
  if (needed === null || !isOlderRelease(release, needed)) return;
  throw new StartError(
    `The database was upgraded to a release that this one, ${release}, can’t follow. Start Lotkeeper ${needed} or newer, or restore a backup that was made before the upgrade.`,
    'lasting',
  );
}

/** The migrations that a database lacks; throws a StartError when it doesn't match this release. */
function findMissing(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
  release: string,
): Migration[] {
  checkOldestRelease(applied, release);
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  return migrations.filter(({ name, hash }) => {
    const appliedHash = hashes.get(name);
    if (appliedHash === undefined || appliedHash === hash) return appliedHash === undefined;
    throw new StartError(
      `Migration ${name} was changed after it was applied. Restore it and add a new one.`,
      'lasting',
    );
  });
}

export interface MigrateOptions {
  folder?: string;
  release?: string;
  limits?: LockLimits;
  /** Names of the migrations to apply, for a copy of another database; all by default. */
  only?: ReadonlySet<string>;
  /** Reports slow steps. */
  report?: (line: string) => void;
}

/** Brings the database to the newest schema and returns the migrations applied; two servers starting at once take turns. */
export function migrate(
  database: Database,
  {
    folder,
    release = currentRelease,
    limits = defaultLockLimits,
    only,
    report = () => undefined,
  }: MigrateOptions = {},
): Promise<string[]> {
  return database.withSession(async (connection) => {
    try {
      await takeTurn(connection, limits, report);
      const migrations = await readMigrations(folder);
      let applied = await readApplied(connection);
      if (isBeforeSchema(applied)) {
        await recordSchema(connection, migrations, applied);
        applied = await readApplied(connection);
      }
      const all = findMissing(migrations, applied, release);
      const missing = all.filter(({ name }) => only?.has(name) ?? true);
      // A new database has no rows that would take long.
      const reporting = applied.length === 0 ? () => undefined : report;
      const applying = { connection, system: database.system, limits, report: reporting };
      for (const migration of missing) await applyMigration(migration, applying);
      return missing.map(({ name }) => name);
    } catch (error) {
      throw asStartError(error);
    }
  });
}
