import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Fragment, Sql, SqlPool } from '../../kernel/data/database.ts';
import { lifetimeColumns } from './rollups.ts';

/** Whole months that stay open before the current one, because most late entries belong to them. */
const openMonths = 2;

/** Writers queue behind a waiting lock, so closing gives up after this; the next run tries again. */
const maxLockWait = '2s';

/** Every month before this day is due to be closed. */
export const closingDay = (now: Instant): LocalDate =>
  addMonths(startOfMonth(toLocalDate(now, 'UTC')), -openMonths);

/** SQL for the first day of the oldest open month. */
export const closedBefore = (sql: Sql): Fragment =>
  sql`(select closed_before from revenue_closing)`;

/**
 * Adds all months before a day, the first of a month, to `revenue_closed_months`. Writers lock the ledger until they
 * commit, and this waits for them: entries written under the old day are in the sums, and later ones see the new day.
 * Nothing else closes or rebuilds at the same time.
 */
export async function closeMonths(sql: SqlPool, before: LocalDate): Promise<void> {
  const isDue = async (connection: Sql) => {
    const [row] = await connection<{ due: boolean }[]>`
      select ${closedBefore(connection)} < ${before}::date as due`;
    return row?.due ?? false;
  };
  if (!(await isDue(sql))) return;
  await sql.begin(async (tx) => {
    await tx`select set_config('lock_timeout', ${maxLockWait}, true)`;
    await tx`lock table ledger_entries in share row exclusive mode`;
    if (!(await isDue(tx))) return;
    const list = (toColumn: (name: string) => string) =>
      tx.unsafe(lifetimeColumns.map(toColumn).join(', '));
    await tx`
      insert into revenue_closed_months as r (organization_id, spot_pk, rental_type, ${list((name) => name)})
      select organization_id, spot_pk, rental_type, ${list((name) => `sum(${name})`)}
      from revenue_months where local_date >= ${closedBefore(tx)} and local_date < ${before}::date
      group by 1, 2, 3
      on conflict (organization_id, spot_pk, rental_type) do update set
        ${list((name) => `${name} = r.${name} + excluded.${name}`)}`;
    await tx`update revenue_closing set closed_before = ${before}::date`;
  });
}
