import type { Sql } from './database.ts';

/** A table with the product's rows, and its writable columns. */
export interface StoredTable {
  /** With its schema, quoted: `public.people`. */
  name: string;
  columns: string[];
}

const productSchemas = ['public', 'processor', 'lotkeeper'];

/** Every table with rows of the product or of other schemas, except the migrations' own. */
export const listStoredTables = (
  sql: Sql,
  schemas: readonly string[] = productSchemas,
): Promise<StoredTable[]> => sql<StoredTable[]>`
  select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name,
    array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where n.nspname = any (${[...schemas]}) and c.relkind = 'r' and c.relname <> 'migrations'
  group by 1 order by 1`;

/** Advances the sequences past the highest numbers, after rows were copied with theirs. */
export const advanceSequences = (sql: Sql) =>
  sql.unsafe(`
  do $$
  declare
    identity record;
  begin
    for identity in
      select a.attrelid::regclass as table, a.attname as column from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      where a.attidentity <> '' and c.relnamespace::regnamespace::text in ('public', 'processor', 'lotkeeper')
    loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1, false) from %s',
        identity.table, identity.column, identity.column, identity.table);
    end loop;
  end $$`);
