import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { Applying } from './apply-migration.ts';
import { applyMigration, applyRepeatables } from './apply-migration.ts';
import type { Database, Sql } from './database.ts';
import type { Migration } from './migration-files.ts';
import { listMigrationNames, readMigrations } from './migration-files.ts';
import type { LockLimits } from './migration-locks.ts';
import { defaultLockLimits, takeTurn } from './migration-locks.ts';
import type { Repeatable } from './repeatable-files.ts';
import { getTriggerTable, listMentioned, readRepeatables } from './repeatable-files.ts';
import {
  checkReplaced,
  dropLeftFunctions,
  isBeforeSchema,
  isOfSchema,
  recordSchema,
} from './schema-record.ts';

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
  /** The release that applied a function or triggers. */
  release: string | null;
}

async function readApplied(connection: Sql): Promise<AppliedMigration[]> {
  await connection`create table if not exists migrations (name text primary key, hash text not null,
    applied_at timestamptz not null default now(), oldest_release text, release text)`;
  // Read as JSON, because a database that the schema's predecessors made doesn't have release yet.
  return connection<AppliedMigration[]>`
    select name, hash, oldest_release, to_jsonb(m) ->> 'release' as release from migrations m`;
}

const listNames = (applied: readonly AppliedMigration[]) => applied.map(({ name }) => name);

/** Lists a database's migrations without changing it; throws a StartError when it's too old. */
export async function listApplied(sql: Sql): Promise<Set<string>> {
  const names = listNames(await readApplied(sql));
  if (!isBeforeSchema(names)) return new Set(names);
  checkReplaced(names);
  const schema = (await listMigrationNames()).filter(isOfSchema);
  return new Set([...schema, ...names.filter((name) => !isOfSchema(name))]);
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

/** The functions and triggers that the database doesn't have as this release does; none if a later release applied some. */
function findChanged(
  repeatables: readonly Repeatable[],
  applied: readonly AppliedMigration[],
  release: string,
): Repeatable[] {
  const newest = findNewest(applied.flatMap((migration) => migration.release ?? []));
  if (newest !== null && isOlderRelease(release, newest)) return [];
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  return repeatables.filter(({ name, hash }) => hashes.get(name) !== hash);
}

/** What fills a table that triggers keep up to date from now on. */
const fillCall = /^call lotkeeper\./m;

/**
 * A new function comes before the first migration that mentions it. What changed and triggers come after all migrations,
 * or before the first one that fills rows, so that triggers write those that come meanwhile.
 */
async function applyAll(
  missing: readonly Migration[],
  changed: readonly Repeatable[],
  { applying, applied, release, isWhole }: Progress,
): Promise<void> {
  const known = new Set(listNames(applied));
  const left = new Set(changed);
  const apply = async (repeatables: readonly Repeatable[]) => {
    await applyRepeatables(repeatables, release, applying);
    for (const repeatable of repeatables) left.delete(repeatable);
  };
  for (const migration of missing) {
    if (isWhole && fillCall.test(migration.text)) await apply([...left]);
    const isNew = [...left].filter(({ name }) => !known.has(name));
    await apply(listMentioned(migration.text, isNew));
    await applyMigration(migration, applying);
  }
  // Functions and triggers may need what a later migration adds.
  if (isWhole) await apply([...left]);
}

interface Progress {
  applying: Applying;
  applied: readonly AppliedMigration[];
  release: string;
  /** Whether the database has all migrations afterward. */
  isWhole: boolean;
}

export interface MigrateOptions {
  folder?: string;
  release?: string;
  limits?: LockLimits;
  /** Names of the migrations to apply, for a copy of another database, whose other migrations, functions and triggers come later; all by default. */
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
      const repeatables = await readRepeatables(folder);
      let applied = await readApplied(connection);
      const isReplaced = isBeforeSchema(listNames(applied));
      if (isReplaced) {
        checkReplaced(listNames(applied));
        const triggers = repeatables.filter((repeatable) => getTriggerTable(repeatable) !== null);
        await recordSchema(connection, { migrations, triggers, release }, report);
        applied = await readApplied(connection);
      }
      const all = findMissing(migrations, applied, release);
      const missing = all.filter(({ name }) => only?.has(name) ?? true);
      // A new database has no rows that would take long.
      const reporting = applied.length === 0 ? () => undefined : report;
      const applying = { connection, system: database.system, limits, report: reporting };
      const changed = findChanged(repeatables, applied, release);
      const isWhole = missing.length === all.length;
      await applyAll(missing, changed, { applying, applied, release, isWhole });
      if (isReplaced) await dropLeftFunctions(connection);
      return missing.map(({ name }) => name);
    } catch (error) {
      throw asStartError(error);
    }
  });
}
