import { expect, test } from 'vitest';
import { unmigratedDatabase } from '../../testing/test-database.ts';
import { StartError } from '../start-error.ts';
import type { Database } from './database.ts';
import { listMigrationNames } from './migration-files.ts';
import { listApplied, migrate } from './migrations.ts';

const listSchema = async () => (await listMigrationNames()).filter((name) => name < '0088');

/** A database whose migrations are recorded as they were before the schema replaced them. */
async function makeReplaced(last: string): Promise<Database> {
  const database = await unmigratedDatabase();
  await migrate(database, { only: new Set(await listSchema()) });
  const { system: sql } = database;
  await sql`delete from migrations`;
  for (const name of ['0001_people_and_organizations.sql', '0002_sessions.sql', last]) {
    await sql`insert into migrations (name, hash) values (${name}, 'hash of a file that is gone')`;
  }
  await sql`insert into operations_regions (name) values ('West')`;
  return database;
}

const listNames = async ({ system }: Database) =>
  (await system<{ name: string }[]>`select name from migrations order by name`).map(
    ({ name }) => name,
  );

test('a database with the last migration before the schema is up to date, and keeps its rows', async () => {
  const database = await makeReplaced('0087_confirmed_payments.sql');
  const schema = await listSchema();
  const names = await listMigrationNames();
  expect([...(await listApplied(database.system))].toSorted()).toEqual(schema);
  expect(await migrate(database)).toEqual(names.slice(schema.length));
  expect(await listNames(database)).toEqual(names);
  expect(await database.system`select name from operations_regions`).toEqual([{ name: 'West' }]);
  expect(await migrate(database)).toEqual([]);
});

test('an older database is refused with a message that names the release to start first, and isn’t changed', async () => {
  const database = await makeReplaced('0086_plate_searches.sql');
  const names = await listNames(database);
  const attempt = migrate(database);
  await expect(attempt).rejects.toThrow(StartError);
  await expect(attempt).rejects.toThrow('Start Lotkeeper 0.1.0 on it once');
  await expect(listApplied(database.system)).rejects.toThrow(StartError);
  expect(await listNames(database)).toEqual(names);
});
