import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { BridgeRange, ComparedRanges } from '@lotkeeper/contract/money/changes';
import type { RevenueScope } from '../../../records/revenue.ts';
import { selectRows, selectSpots, sumColumns } from '../../../records/revenue.ts';
import { amountColumns } from '../../../records/rollups.ts';
import type { PeriodRow } from './changes.rules.ts';

/** A property with its sums of both periods by rental type. */
export interface SpotPeriods {
  pk: number;
  name: string;
  rows: PeriodRow[];
}

/** The zones of the scope's property, or of all properties of its organization. */
export async function listTimeZones(scope: RevenueScope): Promise<TimeZone[]> {
  if (scope.kind === 'spot') return [scope.timezone];
  const rows = await scope.read<{ timezone: TimeZone }[]>(
    (sql) => sql`
      select distinct timezone from spots where organization_id = ${scope.organizationId}`,
  );
  return rows.map(({ timezone }) => timezone);
}

const sums = [
  ...amountColumns,
  'rentals',
  'entry_count',
  'refund_count',
  'penalties',
  'penalty_count',
  'stays',
  'minutes',
] as const satisfies readonly (keyof PeriodRow)[];

/** What each property took in both periods by rental type, and how long its rentals stayed. */
export function readPeriods(scope: RevenueScope, { earlier, later }: ComparedRanges) {
  return scope.read<SpotPeriods[]>((sql) => {
    const selectPeriod = (name: PeriodRow['period'], { start, end }: BridgeRange) => {
      const span = { from: start, to: end };
      const money = sql`
        rental_type, gross, refunds, tax, processing_fee, commission, rentals, entry_count,
        refund_count, 0 as penalties, 0 as penalty_count, 0 as stays, 0 as minutes`;
      const penalties = sql`rental_type, 0, 0, 0, 0, 0, 0, 0, 0, gross, 1, 0, 0`;
      const stays = sql`rental_type, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, stays, minutes`;
      const filter = sql`and kind = 'penalty'`;
      return sql`
        select ${name}::text as period, p.* from (
          ${selectRows(sql, scope, 'days_and_months', { columns: money, span })}
          union all ${selectRows(sql, scope, 'ledger_entries', { columns: penalties, span, filter })}
          union all ${selectRows(sql, scope, 'rental_stays', { columns: stays, span })}) p`;
    };
    return sql`
      select s.pk, s.name, r.rows
      from ${selectSpots(sql, scope)} cross join lateral (
        select coalesce(json_agg(t), '[]') as rows from (
          select period, rental_type, ${sumColumns(sql, sums)}
          from (${selectPeriod('earlier', earlier)} union all ${selectPeriod('later', later)}) b
          group by period, rental_type) t) r
      order by lower(s.name), s.pk`;
  });
}
