import { expect, test } from 'vitest';
import { unmigratedDatabase } from '../../testing/test-database.ts';
import { StartError } from '../start-error.ts';
import type { Database } from './database.ts';
import { listMigrationNames } from './migration-files.ts';
import { listApplied, migrate } from './migrations.ts';
import { isOfSchema } from './schema-record.ts';

const listSchema = async () => (await listMigrationNames()).filter(isOfSchema);

/** A database whose migrations are recorded as they were before the schema replaced them. */
async function makeReplaced(last: string): Promise<Database> {
  const database = await unmigratedDatabase();
  await migrate(database, { only: new Set(await listSchema()) });
  const { system: sql } = database;
  await sql.unsafe(`
    alter table migrations drop column release;
    create procedure lotkeeper.fill_tax_days() language plpgsql as 'begin end';
    create or replace function lotkeeper.rental_group(rental_type text) returns text language sql return 'earlier';
    alter table spots drop constraint spots_desk_days,
      add constraint spots_desk_days check (desk_days between 1 and 90) not valid;
    delete from migrations`);
  for (const name of ['0001_people_and_organizations.sql', '0015_access.sql', last]) {
    await sql`insert into migrations (name, hash) values (${name}, 'hash of a file that is gone')`;
  }
  await sql`insert into operations_regions (name) values ('West')`;
  return database;
}

const listNames = async ({ system }: Database) =>
  (
    await system<{ name: string }[]>`
      select name from migrations where name not like '%/%' order by name`
  ).map(({ name }) => name);

test('a database with the last migration before the schema is up to date, and keeps its rows', async () => {
  const database = await makeReplaced('0220_unread_vehicles.sql');
  const { system: sql } = database;
  const schema = await listSchema();
  const names = await listMigrationNames();
  expect([...(await listApplied(sql))].toSorted()).toEqual(schema);
  expect(await migrate(database)).toEqual(names.slice(schema.length));
  expect(await listNames(database)).toEqual(names);
  expect(await sql`select name from operations_regions`).toEqual([{ name: 'West' }]);
  expect(await migrate(database)).toEqual([]);
});

test('a database from before the schema gets its functions and valid constraints, and loses what filled tables', async () => {
  const database = await makeReplaced('0220_unread_vehicles.sql');
  const { system: sql } = database;
  await migrate(database);
  expect(await sql`select lotkeeper.rental_group('monthly') as kind`).toEqual([
    { kind: 'monthly' },
  ]);
  expect(await sql`select proname from pg_proc where proname = 'fill_tax_days'`).toEqual([]);
  expect(await sql`select conname from pg_constraint where not convalidated`).toEqual([]);
});

test('a constraint from before the schema that rows break is reported, and stays as it was', async () => {
  const database = await makeReplaced('0220_unread_vehicles.sql');
  const { system: sql } = database;
  await sql.unsafe(`
    alter table operations_regions add constraint planted check (name = 'East') not valid`);
  const lines: string[] = [];
  await migrate(database, { report: (line) => lines.push(line) });
  expect(lines[0]).toContain('Some rows of operations_regions break planted');
  expect(await sql`select conname from pg_constraint where not convalidated`).toEqual([
    { conname: 'planted' },
  ]);
});

test('an older database is refused with a message that names the version to start first, and isn’t changed', async () => {
  const database = await makeReplaced('0219_fill_camera_hours.sql');
  const names = await listNames(database);
  const attempt = migrate(database);
  await expect(attempt).rejects.toThrow(StartError);
  await expect(attempt).rejects.toThrow('docs/decisions/099-one-schema-and-functions.md');
  await expect(listApplied(database.system)).rejects.toThrow(StartError);
  expect(await listNames(database)).toEqual(names);
});
