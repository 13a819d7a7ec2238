import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unmigratedDatabase } from '../../testing/test-database.ts';
import type { Sql } from './database.ts';
import { migrationsFolder } from './migration-files.ts';
import { migrate } from './migrations.ts';

const schemas = `('public', 'lotkeeper', 'processor')`;
const app = `'lotkeeper_app'`;

/** What a database consists of, by kind: a row for each object, as the catalog has it. */
const objects: Record<string, string> = {
  columns: `
    select table_schema, table_name, column_name, udt_name, column_default, is_nullable, is_identity,
      identity_generation, is_generated, generation_expression, collation_name, a.attstorage,
      a.attstattarget, a.attoptions::text,
      (select count(*) from pg_attribute b where b.attrelid = a.attrelid and b.attnum > 0
        and b.attnum <= a.attnum and not b.attisdropped) as place
    from information_schema.columns c join pg_attribute a on a.attname = column_name
      and a.attrelid = (quote_ident(table_schema) || '.' || quote_ident(table_name))::regclass
    where table_schema in ${schemas}`,
  relations: `
    select c.oid::regclass::text, relkind, relrowsecurity, relforcerowsecurity, reloptions::text, relowner
    from pg_class c where relnamespace::regnamespace::text in ${schemas}`,
  // PostgreSQL 18 names NOT NULL, too; those of a table that was made like another one have its name.
  constraints: `
    select conrelid::regclass::text, conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '')
    from pg_constraint where connamespace::regnamespace::text in ${schemas} and contype <> 'n'`,
  indexes: `select schemaname, indexname, indexdef from pg_indexes where schemaname in ${schemas}`,
  triggers: `
    select tgrelid::regclass::text, pg_get_triggerdef(oid), tgenabled from pg_trigger where not tgisinternal`,
  functions: `
    select p.oid::regprocedure::text, case when prokind = 'f' then pg_get_functiondef(p.oid) end, proowner,
      (select row(aggtransfn, aggcombinefn, agginitval)::text from pg_aggregate where aggfnoid = p.oid),
      has_function_privilege(${app}, p.oid, 'execute') as app, exists (
        select from aclexplode(coalesce(proacl, acldefault('f', proowner))) x where x.grantee = 0) as public
    from pg_proc p where pronamespace = 'lotkeeper'::regnamespace`,
  types: `
    select t.typname, string_agg(attname || ' ' || atttypid::regtype, ', ' order by attnum)
    from pg_type t join pg_attribute a on a.attrelid = t.typrelid
    where typnamespace = 'lotkeeper'::regnamespace and typtype = 'c' group by 1`,
  policies: `
    select schemaname, tablename, policyname, permissive, roles::text, cmd, qual, with_check from pg_policies`,
  privileges: `
    select c.oid::regclass::text, p, has_table_privilege(${app}, c.oid, p)
    from pg_class c, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p
    where relnamespace::regnamespace::text in ${schemas} and relkind = 'r'`,
  sequences: `
    select seqrelid::regclass::text, seqstart, seqincrement, seqmax::text,
      has_sequence_privilege(${app}, seqrelid, 'usage'), has_sequence_privilege(${app}, seqrelid, 'select')
    from pg_sequence`,
  namespaces: `
    select nspname, has_schema_privilege(${app}, oid, 'usage'), has_schema_privilege(${app}, oid, 'create')
    from pg_namespace where nspname !~ '^pg_'`,
  defaults: `select defaclnamespace::regnamespace::text, defaclobjtype::text, defaclacl::text from pg_default_acl`,
  extensions: `select extname, extversion from pg_extension`,
  rows: `select closed_before::text from revenue_closing`,
};

async function applySchema(sql: Sql): Promise<void> {
  await sql.unsafe(
    'create table migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  const folder = join(migrationsFolder, 'schema');
  for (const name of readdirSync(folder).toSorted()) {
    await sql.unsafe(readFileSync(join(folder, name), 'utf8'));
  }
}

test('the schema makes the same objects as all migrations', async () => {
  const migrated = await unmigratedDatabase();
  await migrate(migrated);
  const made = await unmigratedDatabase();
  await made.withSession(applySchema);
  for (const [kind, query] of Object.entries(objects)) {
    const read = async (sql: Sql) =>
      (await sql.unsafe(query)).map((row) => JSON.stringify(row)).toSorted();
    const expected = await read(migrated.system);
    expect(expected.length, kind).toBeGreaterThan(0);
    expect(await read(made.system), kind).toEqual(expected);
  }
});
