import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inventory } from '../../../testing/driver-inventory.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { driverTexts } from './driver-texts.ts';

const listColumns = (text = '') => text.split(' ').filter(Boolean);

/** Each column of the inventory as `table.column`. */
const classified = Object.entries(inventory).flatMap(([table, { erased, stays, impersonal }]) =>
  [erased, stays, impersonal].flatMap((text) =>
    listColumns(text).map((column) => `${table}.${column}`),
  ),
);

test('each column with text or bytes has an entry for whether it is about a driver and what erasing does to it', async () => {
  const { system: sql } = await testDatabase();
  const rows = await sql<{ name: string }[]>`
    select c.table_name || '.' || c.column_name as name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.udt_name in ('text', '_text', 'varchar', 'json', 'jsonb', 'bytea', '_bytea')`;
  expect(classified.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('docs/privacy.md names each table that can have data about a driver', () => {
  const path = join(import.meta.dirname, '../../../../../docs/privacy.md');
  const docs = readFileSync(path, 'utf8');
  const tables = Object.entries(inventory).flatMap(([table, { erased, stays }]) =>
    erased || stays ? [table] : [],
  );
  expect(tables.filter((table) => !docs.includes(`\`${table}\``))).toEqual([]);
});

test('texts that are searched are among those that are erased', () => {
  const missing = driverTexts.flatMap(({ table, columns }) =>
    columns.filter((column) => !listColumns(inventory[table]?.erased).includes(column)),
  );
  expect(missing).toEqual([]);
});
