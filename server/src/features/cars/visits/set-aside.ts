import type { Sql } from '../../../kernel/data/database.ts';

/** How many plate reads and visits of all organizations couldn't be paired or judged. */
export async function countSetAside(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from plate_reads where set_aside is not null)
      + (select count(*) from visits where set_aside is not null) as count`;
  return row?.count ?? 0;
}
