import type { Instant, OffsetStretch } from '@lotkeeper/contract/kernel/calendar';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { RevenueRow } from '../../../records/money-sums.ts';
import { filterRows, revenueMeasures as measures, sumMoney } from '../../../records/money-sums.ts';

/** How many rentals began on a weekday, 1 = Monday, or in an hour. */
export interface StartsRow {
  key: number;
  rentals: number;
}

/** What a month's report is built from. */
export interface DailyReportRows {
  days: RevenueRow[];
  months: RevenueRow[];
  weekdays: StartsRow[];
  hours: StartsRow[];
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

/** SQL for how many rentals began on each weekday and in each hour of a range, with zeros for its other measures. */
function countStarts(
  sql: Sql,
  scope: SpotScope,
  { from, to, offsets }: { from: Instant; to: Instant; offsets: readonly OffsetStretch[] },
  rental_type: ReportedType | undefined,
): Fragment {
  const values = measures.map((measure) => (measure === 'rentals' ? 'count(*)' : '0'));
  // 1970-01-01 was a Thursday.
  return sql`
    select case when weekday is null then 'hours' else 'weekdays' end, coalesce(weekday, hour)::int, null::date,
      ${sql.unsafe(values.join(', '))}
    from (
      select (at / 86400 + 3) % 7 + 1 as weekday, at / 3600 % 24 as hour from (
        select ${toLocalSeconds(sql, sql`start_date`, offsets)} as at
        from rentals
        where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
          and start_date >= ${from} and start_date < ${to} ${filterRows(sql, { rental_type })}) starts) clock
    group by grouping sets ((weekday), (hour))`;
}

/** A property's revenue by day and by month, from the rollups, and when its rentals begin, in one round trip. */
export async function readDailyReports(
  scope: SpotScope,
  spans: Record<'days' | 'months', DaySpan> & { usage: Parameters<typeof countStarts>[2] },
  rental_type: ReportedType | undefined,
): Promise<DailyReportRows> {
  const sum = (sql: Sql, date: 'day' | 'month', span: DaySpan) =>
    sumMoney(sql, scope, { measures, by: { date }, span, filters: { rental_type } });
  const rows = await scope.read<(RevenueRow & StartsRow & { part: keyof DailyReportRows })[]>(
    (sql) => sql`
      select 'days' as part, 0 as key, d.* from (${sum(sql, 'day', spans.days)}) d
      union all
      select 'months', 0, m.* from (${sum(sql, 'month', spans.months)}) m
      union all
      ${countStarts(sql, scope, spans.usage, rental_type)}`,
  );
  const {
    days = [],
    months = [],
    weekdays = [],
    hours = [],
  } = Object.groupBy(rows, ({ part }) => part);
  return { days, months, weekdays, hours };
}
