import type { OffsetStretch } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { ReportedType } from '@lotkeeper/contract/reported-types';
import { typesReportedAs } from '@lotkeeper/contract/reported-types';
import type { SpotScope } from '../../kernel/access/scope.ts';
import type { DaySpan, RevenueRow } from '../../records/revenue.ts';
import { revenueRows } from '../../records/revenue.ts';

/** Which revenue: of one reported type, or all. */
type OfType = DaySpan & { type: ReportedType | undefined };

/** What a property earned by day and by month, from the rollups in one trip. */
export async function readDaysAndMonths(
  scope: SpotScope,
  days: OfType,
  months: OfType,
): Promise<Record<'days' | 'months', RevenueRow[]>> {
  const rows = await scope.read<(RevenueRow & { unit: 'day' | 'month' })[]>(
    (sql) => sql`
      select 'day' as unit, d.* from (${revenueRows(sql, 'revenue_days', scope, days)}) d
      union all
      select 'month', m.* from (${revenueRows(sql, 'revenue_months', scope, months)}) m`,
  );
  return {
    days: rows.filter(({ unit }) => unit === 'day'),
    months: rows.filter(({ unit }) => unit === 'month'),
  };
}

/** What a property earned by day. */
export const readDays = (scope: SpotScope, days: OfType) =>
  scope.read<RevenueRow[]>((sql) => sql`${revenueRows(sql, 'revenue_days', scope, days)}`);

/** Rentals that began on a weekday, 1 = Monday, or in an hour of the property's clock; the other is null. */
export interface StartsRow {
  dow: number | null;
  hour: number | null;
  rentals: number;
}

/** How many rentals began on each weekday and in each hour. SQL converts no time, so the offsets are given. */
export function readStarts(
  scope: SpotScope,
  { offsets, type }: { offsets: readonly OffsetStretch[]; type: ReportedType | undefined },
) {
  const list = (field: keyof OffsetStretch) => offsets.map((stretch) => stretch[field]);
  return scope.read<StartsRow[]>(
    (sql) => sql`
      select mod(hours / 24 + 3, 7) + 1 as dow, mod(hours, 24) as hour, count(*) as rentals
      from (
        select floor((date_part('epoch', start_date) * 1000 + "offset") / ${hourMs}::float8)::int as hours
        from unnest(${list('from')}::timestamptz[], ${list('to')}::timestamptz[],
          ${list('offset')}::float8[]) as stretch("from", "to", "offset")
        join rentals on start_date >= "from" and start_date < "to"
          and organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
          ${type ? sql`and rental_type = any (${[...typesReportedAs(type)]}::text[])` : sql``}) starts
      group by grouping sets ((1), (2))`,
  );
}
