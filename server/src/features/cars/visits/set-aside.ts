import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql, SqlPool } from '../../../kernel/data/database.ts';
import { queuePairing } from '../../../records/cars/plate-reads.ts';

/** How many plate reads and visits of all organizations couldn't be paired or judged. */
export async function countSetAside(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from plate_reads where set_aside is not null)
      + (select count(*) from visits where set_aside is not null) as count`;
  return row?.count ?? 0;
}

/** Queues what was set aside at all properties for another try. Returns how many rows that are. */
export const retrySetAside = (sql: SqlPool, now: Instant): Promise<number> =>
  sql.begin(async (tx) => {
    const rows = await tx<{ organization_id: number; spot_pk: number }[]>`
      with reads as (
        update plate_reads set paired = false, set_aside = null where set_aside is not null
        returning organization_id, spot_pk
      ), waiting as (
        update visits set due_at = ${instant(0)}, set_aside = null where set_aside is not null
        returning organization_id, spot_pk
      )
      select * from reads union all select * from waiting`;
    for (const [organizationId, spots] of Map.groupBy(rows, (row) => row.organization_id)) {
      const numbers = spots.map((row) => row.spot_pk);
      await queuePairing({ tx, organizationId }, numbers, now);
    }
    return rows.length;
  });
