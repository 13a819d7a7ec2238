import { setTimeout as pause } from 'node:timers/promises';
import type { LeafKind } from '@lotkeeper/evidence/day-statements';
import { leafKinds } from '@lotkeeper/evidence/day-statements';
import type { SqlPool } from '../../kernel/data/database.ts';

/** The highest pk of each table that a seal may include. */
export type Marks = Record<LeafKind, number>;

interface Looks {
  everyMs: number;
  times: number;
}

/** How often the locks are checked, in milliseconds, and how many times before the next run has to try again. */
const defaultLooks: Looks = { everyMs: 50, times: 400 };

/** The highest pk that each table has handed out. Rows written from now on get higher ones. */
async function readHighestPks<T extends LeafKind>(
  sql: SqlPool,
  tables: readonly T[],
): Promise<Record<T, number>> {
  const counters = tables.map((table) => {
    const sequence = sql.identifier(`${table}_pk_seq`);
    return sql<{ pk: number }[]>`
      select case when is_called then last_value else last_value - 1 end as pk from ${sequence}`;
  });
  const rows = await Promise.all(counters);
  const pks = tables.map((table, index) => [table, rows[index]?.[0]?.pk ?? 0] as const);
  return Object.fromEntries(pks) as Record<T, number>;
}

/** The transactions that may have rows of these tables that aren't visible to others yet. */
async function listWriters(sql: SqlPool, tables: readonly LeafKind[]): Promise<string[]> {
  const rows = await sql<{ writer: string }[]>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and granted
      and database = (select oid from pg_database where datname = current_database())
      and relation in (select oid from pg_class
        where relnamespace = 'public'::regnamespace and relname = any (${[...tables]}::text[]))
      and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;
  return rows.map(({ writer }) => writer);
}

/**
 * Reads the newest settled pks: every row up to them, of any organization, is either visible or will never exist. null
 * when a transaction stays open for too long. It locks nothing, so writers aren't blocked.
 *
 * An insert holds a lock on its table from before it takes a pk until its transaction has ended. So a transaction with a
 * pk up to the mark has either ended when the locks are read, or is listed there. Once each listed one has ended, a new
 * snapshot sees what it committed. `create index concurrently` waits the same way for writers that don't know the index.
 */
export const readBarrier = (sql: SqlPool, looks = defaultLooks): Promise<Marks | null> =>
  readBarrierOf(sql, leafKinds, looks);

/** The same for some of the tables, which waits for their writers only. */
export async function readBarrierOf<T extends LeafKind>(
  sql: SqlPool,
  tables: readonly T[],
  looks: Looks,
): Promise<Record<T, number> | null> {
  const marks = await readHighestPks(sql, tables);
  let writers = await listWriters(sql, tables);
  for (let count = 0; writers.length > 0; count++) {
    if (count === looks.times) return null;
    await pause(looks.everyMs);
    const active = new Set(await listWriters(sql, tables));
    writers = writers.filter((writer) => active.has(writer));
  }
  return marks;
}
