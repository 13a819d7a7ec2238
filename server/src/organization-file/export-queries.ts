import type { Sql } from '../kernel/data/database.ts';
import { must } from '../kernel/must.ts';
import type { ColumnDescription, ExportedTable } from './tables/describe-table.ts';
import { exportedTables } from './tables/exported-tables.ts';

/** What the catalog knows of a table that is exported. */
interface TableForm {
  name: string;
  /** The primary key; rows are sorted by it. */
  key: string[];
  /** The type of each column. */
  types: Record<string, string>;
}

/** Reads the keys and types of all tables. */
export async function readTableForms(sql: Sql): Promise<Map<string, TableForm>> {
  const rows = await sql<TableForm[]>`
    select c.relname as name,
      (select array_agg(a.attname order by array_position(k.conkey, a.attnum))
        from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
        where k.conrelid = c.oid and k.contype = 'p')::text[] as key,
      (select json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as types
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname = any (${exportedTables.map(({ name }) => name)}::text[])`;
  return new Map(rows.map((row) => [row.name, row]));
}

/** Everybody whom a row of the organization names. */
export function selectPeople(organizationId: number): string {
  const selects = exportedTables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => column.isPerson)
      .map(
        (column) => `select ${column.name} from ${name} where organization_id = ${organizationId}`,
      ),
  );
  return selects.join(' union ');
}

/** The rows of a table `t` that belong to the organization. */
function selectOwn({ name }: ExportedTable, organizationId: number): string {
  if (name === 'organizations') return `t.pk = ${organizationId}`;
  if (name === 'people') return `t.pk in (${selectPeople(organizationId)})`;
  // The public keys of the installation, which anyone can read.
  if (name === 'seal_keys') return 'true';
  return `t.organization_id = ${organizationId}`;
}

/** Times are ISO 8601 in UTC, as the session's time zone is; everything else is as COPY writes it. */
function writeValue({ name, value }: ColumnDescription, { types }: TableForm): string {
  const text = value ?? `t."${name}"`;
  const isTime = types[name] === 'timestamp with time zone';
  return `${isTime ? `replace(to_json(${text}) #>> '{}', '+00:00', 'Z')` : text} as "${name}"`;
}

const countOwn = (table: ExportedTable, organizationId: number) =>
  `(select count(*) from ${table.name} t where ${selectOwn(table, organizationId)})`;

/** How many rows the organization has. */
export async function countRows(sql: Sql, organizationId: number): Promise<number> {
  const counts = exportedTables.map((table) => countOwn(table, organizationId));
  const [row] = await sql.unsafe<[{ count: number }]>(`select ${counts.join(' + ')} as count`);
  return row.count;
}

/** The statement that writes a table as CSV. */
export function copyOut(
  table: ExportedTable,
  forms: ReadonlyMap<string, TableForm>,
  organizationId: number,
): string {
  const form = must(forms.get(table.name), 'form of an exported table');
  const values = table.columns.map((column) => writeValue(column, form)).join(', ');
  const order = form.key.map((name) => `t."${name}"`).join(', ');
  return `copy (select ${values} from ${table.name} t
    where ${selectOwn(table, organizationId)} order by ${order}) to stdout with (format csv, header)`;
}

/** The files that images and messages name. */
export const selectFiles = (organizationId: number) => `
  select file from images where organization_id = ${organizationId} and kind <> 'deleted'
  union
  select unnest(files) from camera_messages where organization_id = ${organizationId}`;

/** The last number that each table gave out. */
export async function readNumbers(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; last: number }[]>`
    select c.relname as name,
      coalesce(pg_sequence_last_value(pg_get_serial_sequence(c.oid::regclass::text, a.attname)::regclass), 0) as last
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relnamespace = 'public'::regnamespace
      and c.relname = any (${exportedTables.map(({ name }) => name)}::text[]) order by 1`;
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}
