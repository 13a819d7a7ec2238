import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { ReportedType } from '@lotkeeper/contract/reported-types';
import { typesReportedAs } from '@lotkeeper/contract/reported-types';
import type { SpotScope } from '../../kernel/access/scope.ts';
import type { DaySpan } from '../../records/day-spans.ts';
import type { RevenueRow } from '../../records/revenue.ts';
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

/** Rentals that began in a stretch of time, by its beginning. */
export interface StartsRow {
  begun_at: Instant;
  rentals: number;
}

/**
 * How many rentals began in each stretch of a range. The hour that the property's clock showed then is reported in code,
 * since SQL converts no time: `minutes` is a stretch that lies within one hour of that clock.
 */
export const readStarts = (
  scope: SpotScope,
  range: { from: Instant; to: Instant; minutes: 15 | 60; type: ReportedType | undefined },
) =>
  scope.read<StartsRow[]>(
    (sql) => sql`
      select date_bin('${sql.literal(range.minutes)} minutes', start_date, timestamptz 'epoch') as begun_at,
        count(*) as rentals
      from rentals
      where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
        and start_date >= ${range.from} and start_date < ${range.to}
        ${range.type ? sql`and rental_type = any (${[...typesReportedAs(range.type)]}::text[])` : sql``}
      group by 1`,
  );
