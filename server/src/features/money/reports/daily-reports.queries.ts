import type { Instant, OffsetStretch } from '@lotkeeper/contract/kernel/calendar';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { RevenueRow } from '../../../records/money-sums.ts';
import { filterRows, revenueMeasures as measures, sumMoney } from '../../../records/money-sums.ts';

/** How many rentals began on a weekday, 1 = Monday, or in an hour; the other one is null. */
export interface StartsRow {
  weekday: number | null;
  hour: number | null;
  rentals: number;
}

/** SQL for the seconds of the property's clock since 1970-01-01. The offsets come from code, since SQL converts no time. */
function toLocalSeconds(sql: Sql, column: Fragment, offsets: readonly OffsetStretch[]): Fragment {
  const seconds = offsets.reduceRight(
    (later: Fragment | null, { to, offset }) =>
      later
        ? sql`case when ${column} < ${to} then ${offset / 1000}::int else ${later} end`
        : sql`${offset / 1000}::int`,
    null,
  );
  return sql`(floor(date_part('epoch', ${column}))::bigint + ${seconds ?? sql`0`})`;
}

/** SQL for how many rentals began on each weekday and in each hour of a range. */
const countStarts = (
  sql: Sql,
  scope: SpotScope,
  { from, to, offsets }: { from: Instant; to: Instant; offsets: readonly OffsetStretch[] },
  rental_type: ReportedType | undefined,
) =>
  // 1970-01-01 was a Thursday.
  sql`
    select weekday, hour, count(*) as rentals from (
      select (at / 86400 + 3) % 7 + 1 as weekday, at / 3600 % 24 as hour from (
        select ${toLocalSeconds(sql, sql`start_date`, offsets)} as at
        from rentals
        where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
          and start_date >= ${from} and start_date < ${to} ${filterRows(sql, { rental_type })}) begun) clock
    group by grouping sets ((weekday), (hour))`;

interface PartRow extends RevenueRow {
  part: 'days' | 'months' | 'starts';
  starts: StartsRow[] | null;
}

/** A property's revenue by day and by month, from the rollups, and when its rentals begin, in one round trip. */
export async function readDailyReports(
  scope: SpotScope,
  spans: Record<'days' | 'months', DaySpan> & { usage: Parameters<typeof countStarts>[2] },
  rental_type: ReportedType | undefined,
): Promise<Record<'days' | 'months', RevenueRow[]> & { starts: StartsRow[] }> {
  const sum = (sql: Sql, date: 'day' | 'month', span: DaySpan) =>
    sumMoney(sql, scope, { measures, by: { date }, span, filters: { rental_type } });
  const rows = await scope.read<PartRow[]>(
    (sql) => sql`
      select 'days' as part, null::json as starts, d.* from (${sum(sql, 'day', spans.days)}) d
      union all
      select 'months', null, m.* from (${sum(sql, 'month', spans.months)}) m
      union all
      select 'starts', json_agg(s), null, ${sql.unsafe(measures.map(() => '0').join(', '))}
      from (${countStarts(sql, scope, spans.usage, rental_type)}) s`,
  );
  const { days = [], months = [], starts = [] } = Object.groupBy(rows, ({ part }) => part);
  return { days, months, starts: starts[0]?.starts ?? [] };
}
