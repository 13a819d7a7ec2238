import { StartError } from '../start-error.ts';
import { buildRecord, buildRepeatableRecord } from './apply-migration.ts';
import type { Sql } from './database.ts';
import type { Migration } from './migration-files.ts';
import type { Repeatable } from './repeatable-files.ts';

/** The schema's files replaced all migrations up to this one; later ones have larger names. */
const lastReplaced = '0220_unread_vehicles.sql';
const firstLater = '0221';

/** Whether a migration belongs to the schema, and not to what came after it. */
export const isOfSchema = (name: string) => name < firstLater;

/** Each database from before the schema has one of these, and none since. */
const replaced = ['0002_sessions.sql', '0015_access.sql'];

/** Whether the migrations that the schema replaced made a database. */
export const isBeforeSchema = (applied: readonly string[]) =>
  applied.some((name) => replaced.includes(name));

/** Refuses a database that lacks any of the replaced migrations. */
export function checkReplaced(applied: readonly string[]): void {
  if (applied.includes(lastReplaced)) return;
  throw new StartError(
    'This database was last used by a version before release 0.1.0 that this one can’t upgrade. Check out the commit before the one that added docs/decisions/099-one-schema-and-functions.md, start Lotkeeper on the database once, and then start this version.',
    'lasting',
  );
}

/** Removes what only the replaced migrations called, and what the functions call no longer. */
export const dropLeftFunctions = (sql: Sql) =>
  sql.unsafe(`
    drop procedure if exists lotkeeper.fill_camera_hours, lotkeeper.fill_first_rentals, lotkeeper.fill_tax_days;
    drop function if exists lotkeeper.lowest_tax_rate, lotkeeper.highest_tax_rate`);

/** Constraints that were added without reading the rows. A table stays in use while its rows are read. */
async function validateConstraints(sql: Sql, report: (line: string) => void): Promise<void> {
  const rows = await sql<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
    where not convalidated and contype in ('c', 'f') and connamespace = 'public'::regnamespace order by 1, 2`;
  for (const { table, name } of rows) {
    try {
      await sql.unsafe(`alter table ${table} validate constraint ${name}`);
    } catch (error) {
      report(
        `Some rows of ${table} break ${name}, so it only holds for new ones: ${(error as Error).message}`,
      );
    }
  }
}

interface Schema {
  migrations: readonly Migration[];
  triggers: readonly Repeatable[];
  release: string;
}

/** Records the schema in a database that the replaced migrations made, which has the same tables and triggers. */
export async function recordSchema(
  sql: Sql,
  { migrations, triggers, release }: Schema,
  report: (line: string) => void,
): Promise<void> {
  await validateConstraints(sql, report);
  const records = [
    ...migrations.filter(({ name }) => isOfSchema(name)).map(buildRecord),
    ...triggers.map((trigger) => buildRepeatableRecord(trigger, release)),
  ];
  await sql.unsafe(
    `begin; alter table migrations add column if not exists release text;
    delete from migrations where name < '${firstLater}'; ${records.join('; ')}; commit`,
  );
}
