import type { Database } from '../kernel/data/database.ts';
import { demoPeople } from './people.ts';

/**
 * What the database holds: nothing yet, a demo load that broke off, a finished one, or operators that no
 * demo load made.
 */
export async function demoState({
  system,
}: Database): Promise<'none' | 'interrupted' | 'loaded' | 'foreign'> {
  const [row] = await system<{ operators: boolean; loads: number; finished: boolean }[]>`
    select exists (select from organizations) as operators, count(*)::int as loads,
      coalesce(bool_and(finished_at is not null), false) as finished
    from demo_loads`;
  if (!row || (row.loads === 0 && !row.operators)) return 'none';
  if (row.loads === 0) return 'foreign';
  return row.finished ? 'loaded' : 'interrupted';
}

/** Tables that nothing is removed from; their owner lifts that for one transaction. */
const appendOnly = ['ledger_entries', 'day_seals', 'deletions'];

/** Empties the database of a demo load that broke off; refuses to touch any other. People of others stay. */
export async function clearDemo(database: Database): Promise<void> {
  if ((await demoState(database)) !== 'interrupted') {
    throw new Error('There is no interrupted demo load to clear.');
  }
  const emails = demoPeople.map((person) => person.email);
  await database.system.begin(async (tx) => {
    const tables = await tx<{ name: string }[]>`
      select quote_ident(table_name) as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'organization_id' and table_type = 'BASE TABLE'
      order by 1`;
    for (const table of appendOnly)
      await tx.unsafe(`alter table ${table} disable trigger append_only_truncate`);
    await tx.unsafe(
      `truncate ${[...tables.map(({ name }) => name), 'organizations', 'demo_loads'].join(', ')} restart identity`,
    );
    for (const table of appendOnly)
      await tx.unsafe(`alter table ${table} enable trigger append_only_truncate`);
    await tx`delete from operations_regions`;
    for (const table of ['sessions', 'login_codes']) {
      await tx`
        delete from ${tx.identifier(table)} where person_pk in (select pk from people where email = any(${emails}))`;
    }
    await tx`delete from people where email = any(${emails})`;
  });
}
