import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { listMigrationNames } from './migration-files.ts';
import { readRepeatables } from './repeatable-files.ts';
import { isOfSchema } from './schema-record.ts';

const { system: sql } = await testDatabase();
const files = await readRepeatables();
const listFiles = (folder: string) =>
  files.filter(({ name }) => name.startsWith(`${folder}/`)).map(({ name }) => name);

test('each function and procedure is in the file with its name, and there are no more than 40', async () => {
  const rows = await sql<{ file: string; kind: string }[]>`
    select 'functions/' || proname || '.sql' as file, prokind as kind from pg_proc
    where pronamespace = 'lotkeeper'::regnamespace order by 1`;
  expect(listFiles('functions').toSorted()).toEqual(rows.map(({ file }) => file));
  expect(rows.filter(({ kind }) => kind !== 'a').length).toBeLessThanOrEqual(40);
});

/** For each table, what its file begins with: the triggers of each event in the order that PostgreSQL fires them. */
async function listOrders(): Promise<Record<string, string>> {
  const rows = await sql<{ file: string; orders: string }[]>`
    select 'triggers/' || tgrelid::regclass || '.sql' as file,
      string_agg(line, chr(10) order by is_before desc, line) as orders
    from (
      select tgrelid, is_before, '-- ' || case when is_before then 'before ' else 'after ' end || event || ': '
        || string_agg(tgname, ', ' order by is_row <> is_before desc, tgname) as line
      from (
        select tgrelid, tgname, tgtype & 2 <> 0 as is_before, tgtype & 1 <> 0 as is_row, event
        from pg_trigger
        cross join (values ('insert', 4), ('delete', 8), ('update', 16), ('truncate', 32)) e(event, bit)
        where not tgisinternal and tgtype & bit <> 0) triggers
      group by tgrelid, is_before, event) lines
    group by tgrelid`;
  return Object.fromEntries(rows.map(({ file, orders }) => [file, orders]));
}

test('the triggers of a table are in the file with its name, which begins with their order', async () => {
  const orders = await listOrders();
  expect(listFiles('triggers').toSorted()).toEqual(Object.keys(orders).toSorted());
  for (const { name, text } of files.filter(({ name }) => name in orders)) {
    expect(text.slice(0, orders[name]?.length), name).toBe(orders[name]);
  }
});

test('the schema has no more than 20 files', async () => {
  const schema = (await listMigrationNames()).filter(isOfSchema);
  expect(schema.length).toBeLessThanOrEqual(20);
});

test('every constraint holds for all rows', async () => {
  const rows = await sql`
    select conrelid::regclass::text, conname from pg_constraint where not convalidated`;
  expect(rows).toEqual([]);
});
