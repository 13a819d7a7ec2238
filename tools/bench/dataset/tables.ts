import type { Connection } from '../place.ts';

/** Tables with millions of rows, which are filled without their indexes. */
const big = ['rentals', 'ledger_entries', 'visits', 'price_points', 'reviews'];

interface Dropped {
  table_name: string;
  drop: string;
  create: string;
}

/** Drops the indexes of the big tables that no foreign key needs; returns how to restore them. */
export async function dropIndexes(sql: Connection): Promise<Dropped[]> {
  const dropped = await sql<Dropped[]>`
    select i.indrelid::regclass::text as table_name,
      case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
      case when c.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname,
          pg_get_constraintdef(c.oid)) end as create
    from pg_index i
    left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = any (${big}::regclass[]) and not i.indisprimary`;
  for (const index of dropped) await sql.unsafe(index.drop);
  return dropped;
}

/** Rebuilds the indexes, all tables concurrently. */
export async function restoreIndexes(sql: Connection, dropped: readonly Dropped[]): Promise<void> {
  await Promise.all(
    big.map(async (table) => {
      for (const droppedIndex of dropped.filter((index) => index.table_name === table)) {
        await sql.unsafe(droppedIndex.create);
      }
    }),
  );
}
