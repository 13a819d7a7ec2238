import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { RentalType } from '@lotkeeper/contract/rentals';
import type { SpotScope } from '../../kernel/scope.ts';
import type { DaySpan, RevenueRow } from '../../records/revenue.ts';
import { revenueRows } from '../../records/revenue.ts';

/** What a property earned by day and by month, from the rollups in one trip. */
export async function readDaysAndMonths(
  scope: SpotScope,
  days: DaySpan,
  months: DaySpan,
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
export const readDays = (scope: SpotScope, days: DaySpan) =>
  scope.read<RevenueRow[]>((sql) => sql`${revenueRows(sql, 'revenue_days', scope, days)}`);

/** Rentals that began in a quarter of an hour. */
export interface StartsRow {
  begun_at: Instant;
  rental_type: RentalType;
  rentals: number;
}

/**
 * How many rentals began in each quarter of an hour of a range. The hour that the property's clock showed then is
 * told in code, since SQL converts no time; no zone is off by less than a quarter.
 */
export const readStarts = (scope: SpotScope, range: { from: Instant; to: Instant }) =>
  scope.read<StartsRow[]>(
    (sql) => sql`
      select date_bin('15 minutes', start_date, timestamptz 'epoch') as begun_at, rental_type,
        count(*) as rentals
      from rentals
      where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
        and start_date >= ${range.from} and start_date < ${range.to}
      group by 1, 2`,
  );
