import type { Instant, OffsetStretch } from '@lotkeeper/contract/kernel/calendar';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { RevenueRow } from '../../../records/money/money-sums.ts';
import {
  filterRows,
  revenueMeasures as measures,
  sumMoney,
} from '../../../records/money/money-sums.ts';

/** How many rentals had their first charge on a weekday, 1 = Monday, or began in an hour; the other one is null. */
export interface UsageRow {
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

interface UsageSpan {
  days: DaySpan;
  from: Instant;
  to: Instant;
  offsets: readonly OffsetStretch[];
}

/** SQL for how many rentals had their first charge on each weekday of a range, and how many began in each hour. */
const countUsage = (
  sql: Sql,
  scope: SpotScope,
  { days, from, to, offsets }: UsageSpan,
  rental_type: ReportedType | undefined,
) => sql`
  select weekday, null::int as hour, rentals from (${sumMoney(sql, scope, {
    measures: ['rentals'],
    by: { weekday: 'weekday' },
    span: days,
    filters: { rental_type },
  })}) charged
  union all
  select null, hour, count(*) from (
    select ${toLocalSeconds(sql, sql`start_date`, offsets)} / 3600 % 24 as hour
    from live_rentals
    where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
      and start_date >= ${from} and start_date < ${to} ${filterRows(sql, { rental_type })}) begun
  group by hour`;

interface PartRow extends RevenueRow {
  part: 'days' | 'months' | 'usage';
  usage: UsageRow[] | null;
}

/** A property's revenue by day and by month, from the rollups, and when its rentals come, in one round trip. */
export async function readDailyReports(
  scope: SpotScope,
  spans: Record<'days' | 'months', DaySpan> & { usage: UsageSpan },
  rental_type: ReportedType | undefined,
): Promise<Record<'days' | 'months', RevenueRow[]> & { usage: UsageRow[] }> {
  const sum = (sql: Sql, date: 'day' | 'month', span: DaySpan) =>
    sumMoney(sql, scope, { measures, by: { date }, span, filters: { rental_type } });
  const rows = await scope.read<PartRow[]>(
    (sql) => sql`
      select 'days' as part, null::json as usage, d.* from (${sum(sql, 'day', spans.days)}) d
      union all
      select 'months', null, m.* from (${sum(sql, 'month', spans.months)}) m
      union all
      select 'usage', json_agg(u), null, ${sql.unsafe(measures.map(() => '0').join(', '))}
      from (${countUsage(sql, scope, spans.usage, rental_type)}) u`,
  );
  const { days = [], months = [], usage = [] } = Object.groupBy(rows, ({ part }) => part);
  return { days, months, usage: usage[0]?.usage ?? [] };
}
