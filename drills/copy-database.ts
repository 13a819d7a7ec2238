import { openSqlPool } from '../server/src/kernel/data/database.ts';
import { queryOnce } from '../server/src/kernel/data/sql/query-once.ts';

interface TableColumns {
  table: string;
  columns: string;
}

/** What the server itself makes in every database. */
const untouched = 'public.migrations';

const listTables = (url: string) =>
  queryOnce<TableColumns>(
    url,
    `select c.oid::regclass::text as table, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace::regnamespace::text in ('public', 'processor') and c.relkind = 'r'
       and c.relnamespace::regnamespace || '.' || c.relname <> '${untouched}'
     group by c.oid`,
  );

/** Lets the next rows get numbers that no copied row has. */
const advanceSequences = `
  do $$
  declare
    identity record;
  begin
    for identity in
      select a.attrelid::regclass as table, a.attname as column from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      where a.attidentity <> '' and c.relnamespace::regnamespace::text in ('public', 'processor')
    loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(%I), 0) + 1) from %s',
        identity.table, identity.column, identity.column, identity.table);
    end loop;
  end $$`;

/** Makes the rows of a migrated database those of another one that has the same schema. */
export async function copyRows(fromUrl: string, toUrl: string): Promise<void> {
  const tables = await listTables(toUrl);
  const from = openSqlPool(fromUrl);
  const to = openSqlPool(toUrl);
  try {
    // Neither triggers nor foreign keys may change what is copied.
    await to.unsafe(`set session_replication_role = replica`);
    for (const { table, columns } of tables) {
      const [rows] = await from.unsafe<{ json: string }[]>(
        `select coalesce(json_agg(t), '[]')::text as json from (select ${columns} from ${table}) t`,
      );
      await to.unsafe(`delete from ${table}`);
      await to`insert into ${to.unsafe(table)} (${to.unsafe(columns)})
        select ${to.unsafe(columns)} from json_populate_recordset(null::${to.unsafe(table)}, ${rows?.json ?? '[]'}::text::json)`;
    }
    await to.unsafe('reset session_replication_role');
    await to.unsafe(advanceSequences);
    await to.unsafe('analyze');
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}
