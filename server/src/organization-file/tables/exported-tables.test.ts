import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { exportedTables, leftOutTables } from './exported-tables.ts';

const { system: sql } = await testDatabase();

interface CatalogColumn {
  table: string;
  name: string;
  /** Whether a row can't do without a value. */
  is_required: boolean;
  /** Whether it refers to people. */
  is_person: boolean;
}

const columns = await sql<CatalogColumn[]>`
  select c.relname as table, a.attname as name,
    a.attnotnull and not a.atthasdef and a.attidentity = '' as is_required,
    exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
      and k.confrelid = 'people'::regclass and a.attnum = any (k.conkey)) as is_person
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attgenerated = ''
  order by 1, a.attnum`;
const tenantTables = new Set(
  columns.filter(({ name }) => name === 'organization_id').map(({ table }) => table),
);
const listNames = (table: string) =>
  columns.filter((column) => column.table === table).map(({ name }) => name);

test('every table of an organization is exported or left out with a reason', () => {
  const known = [...exportedTables.map(({ name }) => name), ...Object.keys(leftOutTables)];
  expect(known.filter((name, index) => known.indexOf(name) !== index)).toEqual([]);
  const expected = [...tenantTables, 'organizations', 'people', 'seal_keys'];
  expect(known.toSorted()).toEqual(expected.toSorted());
});

test('every column of an exported table is described or left out with a reason', () => {
  for (const { name, columns: described, leftOut } of exportedTables) {
    const known = [...described.map((column) => column.name), ...Object.keys(leftOut)];
    expect({ [name]: known.toSorted() }).toEqual({ [name]: listNames(name).toSorted() });
  }
});

test('what a person is named by is marked, so that everyone named is exported', () => {
  for (const { name, columns: described } of exportedTables) {
    if (name === 'people') continue;
    const referring = columns.filter((column) => column.table === name && column.is_person);
    for (const column of referring) {
      const description = described.find((other) => other.name === column.name);
      expect([name, column.name, description?.isPerson]).toEqual([name, column.name, true]);
    }
  }
});

test('a left-out column that rows can’t do without has a value on import', () => {
  for (const { name, leftOut } of exportedTables) {
    for (const [column, { instead }] of Object.entries(leftOut)) {
      const found = columns.find((other) => other.table === name && other.name === column);
      expect([name, column, instead !== undefined]).toEqual([name, column, found?.is_required]);
    }
  }
});

test('no secret is exported', () => {
  const secrets = /hash|sealed|secret|token|pin_|ticket/;
  const exported = exportedTables.flatMap(({ name, columns: described }) =>
    described
      .filter((column) => secrets.test(column.name))
      .map((column) => `${name}.${column.name}`),
  );
  // Hashes of contents, which open nothing.
  expect(exported.toSorted()).toEqual([
    'bank_columns.header_hash',
    'book_exports.file_hash',
    'day_seals.sealed_at',
    'month_closings.content_hash',
    'remembered_columns.header_hash',
    'remittance_columns.header_hash',
  ]);
});
