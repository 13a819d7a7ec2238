import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { RevenueRow } from '../../../records/money-sums.ts';
import { filterRows, revenueMeasures as measures, sumMoney } from '../../../records/money-sums.ts';

/** A property's revenue by day and by month, from the rollups in one round trip. */
export async function readDaysAndMonths(
  scope: SpotScope,
  { days, months }: Record<'days' | 'months', DaySpan>,
  rental_type: ReportedType | undefined,
): Promise<Record<'days' | 'months', RevenueRow[]>> {
  const sum = (sql: Sql, date: 'day' | 'month', span: DaySpan) =>
    sumMoney(sql, scope, { measures, by: { date }, span, filters: { rental_type } });
  const rows = await scope.read<(RevenueRow & { unit: 'day' | 'month' })[]>(
    (sql) => sql`
      select 'day' as unit, d.* from (${sum(sql, 'day', days)}) d
      union all
      select 'month', m.* from (${sum(sql, 'month', months)}) m`,
  );
  const { day = [], month = [] } = Object.groupBy(rows, ({ unit }) => unit);
  return { days: day, months: month };
}

/** Rentals that began in a stretch of time, by its start. */
export interface StartsRow {
  begun_at: Instant;
  rentals: number;
}

/**
 * How many rentals began in each stretch of a range. The local hour is computed in code, since SQL converts no time:
 * `minutes` is a length that lies within one hour of the property's clock.
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
        ${filterRows(sql, { rental_type: range.type })}
      group by 1`,
  );
