import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Fragment, Sql, SqlPool } from '../kernel/data/database.ts';
import { lifetimeColumns } from './rollups.ts';

/** How many whole months stay open before the current one: most late entries are of those. */
const openMonths = 2;

/** Writers queue behind a lock that waits, so closing gives up instead; the next run tries again. */
const maxLockWait = '2s';

/** The day before which every month is due to be closed. */
export const closingDay = (now: Instant): LocalDate =>
  addMonths(startOfMonth(toLocalDate(now, 'UTC')), -openMonths);

/** The first day of the oldest open month, inside a statement. */
export const closedBefore = (sql: Sql): Fragment =>
  sql`(select closed_before from revenue_closing)`;

/**
 * Adds all months before a day, the first of a month, to `revenue_closed_months`. Writers hold a lock on the ledger
 * until they commit, which this one waits for: entries that saw the old day are in the months that it sums, and
 * later ones see the new day. Nobody else closes or rebuilds at the same time.
 */
export async function closeMonths(sql: SqlPool, before: LocalDate): Promise<void> {
  const isDue = async (on: Sql) => {
    const [row] = await on<{ due: boolean }[]>`
      select ${closedBefore(on)} < ${before}::date as due`;
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
