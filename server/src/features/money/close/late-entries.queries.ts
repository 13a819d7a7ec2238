import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import type { CloseAdjustment, LateEntry } from '@lotkeeper/contract/money/close';
import { maxLateEntries } from '@lotkeeper/contract/money/close';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import type { Closing } from './closings.queries.ts';
import type { Reader } from './month-sums.queries.ts';

/** Which entries of the ledger a closing has. */
type Included = Pick<Closing, 'newest_entry' | 'newer_entries'>;

/** SQL for whether a closing has ledger entry `e`. */
const isIncluded = (sql: Sql, { newest_entry, newer_entries }: Included): Fragment => sql`
  (e.pk <= ${newest_entry} or e.pk = any (${[...newer_entries]}::bigint[]))`;

/** Ledger entries of a month that its closing doesn't have, the newest first. */
export const listLateRows = (
  { organizationId, read }: Reader,
  month: LocalDate,
  closing: Included,
) =>
  read<LateEntry[]>(
    (sql) => sql`
      select e.* from spots s
      cross join lateral (
        select e.pk, s.name as spot, e.local_date, ${toEpochMs(sql, sql`e.recorded_at`)} as recorded_at, e.kind,
          e.source, e.external_id, e.gross, e.refund,
          e.gross - e.refund - e.tax - e.processing_fee - e.commission as net
        from ledger_entries e
        where e.organization_id = ${organizationId} and e.spot_pk = s.pk
          and e.local_date between ${month} and ${addDays(addMonths(month, 1), -1)}
          and not ${isIncluded(sql, closing)}
        order by e.pk desc limit ${sql.literal(maxLateEntries)}) e
      where s.organization_id = ${organizationId}
      order by e.pk desc limit ${sql.literal(maxLateEntries)}`,
  );

/**
 * The sums of a property's ledger entries of some months that one closing doesn't have, by month; if `until` is given,
 * of those only that it has.
 */
export async function sumLateEntries(
  { organizationId, read }: Reader,
  { spot, months }: { spot: number; months: readonly LocalDate[] },
  { since, until }: { since: Included; until?: Included | undefined },
): Promise<CloseAdjustment[]> {
  if (months.length === 0) return [];
  return read<CloseAdjustment[]>(
    (sql) => sql`
      select m.month, e.* from unnest(${[...months]}::date[]) m (month)
      cross join lateral (
        select count(*) as entries, lotkeeper.sum_bigint(gross) as gross, lotkeeper.sum_bigint(refund) as refunds,
          lotkeeper.sum_bigint(gross - refund - tax - processing_fee - commission) as net
        from ledger_entries e
        where e.organization_id = ${organizationId} and e.spot_pk = ${spot}
          and e.local_date between m.month and (m.month + interval '1 month')::date - 1
          and not ${isIncluded(sql, since)} ${until ? sql`and ${isIncluded(sql, until)}` : sql``}) e
      where e.entries > 0 order by m.month desc`,
  );
}

/** Entries that are newer than all that were waited for, and were committed when a month was closed. */
export const listNewerIncluded = ({ organizationId, read }: Reader, newest: number) =>
  read<{ pk: number }[]>(
    (sql) => sql`
      select pk from ledger_entries where organization_id = ${organizationId} and pk > ${newest} order by pk`,
  );
