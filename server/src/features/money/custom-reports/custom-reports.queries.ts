import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import type { ReportGrouping } from '@lotkeeper/contract/money/custom-reports';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import { toWeekday } from '../../../kernel/data/weekday.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import { longStay } from '../../../records/rentals.ts';
import { netRevenue, selectRows, sumColumns } from '../../../records/revenue.ts';
import type { HourCut, HourMoves } from './hours.rules.ts';

/** What a group comes to; amounts in cents. */
export interface RevenueGroup {
  key: string;
  gross: number;
  net: number;
  refunds: number;
  rentals: number;
}

/** How many stays of a group there are, and their minutes together. */
export interface StayGroup {
  key: string;
  stays: number;
  minutes: number;
}

/** The key of a row in each grouping: days, weeks by their Monday, months by their first day. */
const selectGroupKey = (sql: Sql, group: ReportGrouping) =>
  ({
    day: () => sql`local_date::text`,
    week: () => sql`date_trunc('week', local_date::timestamp)::date::text`,
    month: () => sql`date_trunc('month', local_date::timestamp)::date::text`,
    weekday: () => sql`${toWeekday(sql, sql`local_date`)}::text`,
    hour: () => sql`local_hour::text`,
    rental_type: () =>
      sql`case rental_type when 'free_until_hourly' then 'hourly' else rental_type end`,
    source: () => sql`source`,
  })[group]();

/** The rollup that knows what a grouping asks. */
const revenueTable = (group: ReportGrouping) => {
  if (group === 'hour') return 'revenue_hours';
  return group === 'source' ? 'revenue_sources' : 'revenue_days';
};

/** What a property earned in each group of a range. */
export const readRevenueGroups = (scope: SpotScope, group: ReportGrouping, span: DaySpan) =>
  scope.read<RevenueGroup[]>((sql) => {
    const columns = sql`
      ${selectGroupKey(sql, group)} as key, ${sumColumns(sql, ['gross', 'refunds', 'rentals'])},
      sum(${netRevenue(sql)})::bigint as net`;
    return sql`${selectRows(sql, scope, revenueTable(group), { columns, span })} group by 1`;
  });

/** How long rentals stayed that began in each group of a range. */
export const readStayGroups = (
  scope: SpotScope,
  group: Exclude<ReportGrouping, 'hour'>,
  span: DaySpan,
) =>
  scope.read<StayGroup[]>((sql) => {
    const columns = sql`
      ${selectGroupKey(sql, group)} as key, ${sumColumns(sql, ['stays', 'minutes'])}`;
    return sql`${selectRows(sql, scope, 'rental_stays', { columns, span })} group by 1`;
  });

/**
 * When rentals came and went in the stretches of a range, and how many went on when it began: found by three short
 * ranges, so that a range costs the same whatever the history before it. Who went as it began is in its first hour.
 */
export async function readHours(
  scope: SpotScope,
  { edges, period }: Pick<HourCut, 'edges' | 'period'>,
): Promise<HourMoves> {
  const { organizationId, spotPk } = scope;
  const from = edges[0] as Instant;
  const to = edges.at(-1) as Instant;
  // By number: PostgreSQL would read a list of moments again for each row.
  const hours = edges.map((edge) => edge / hourMs);
  // Days have a rollup of stays that is smaller.
  const stays = (sql: Sql) =>
    period === 24
      ? sql`sum(stays)::bigint as stays, sum(minutes)::bigint as minutes`
      : sql`0 as stays, 0 as minutes`;
  const [row] = await scope.read<HourMoves[]>((sql) => {
    const at = sql`organization_id = ${organizationId} and spot_pk = ${spotPk}`;
    const length = sql`interval '${sql.literal(longStay)} days'`;
    return sql`
      select
        (select quantity from spots where organization_id = ${organizationId} and pk = ${spotPk}) as spaces,
        (select count(*) from rentals where ${at} and start_date >= ${from - longStay * dayMs}
          and start_date < ${from} and end_date >= ${from} and end_date - start_date <= ${length})
        + (select count(*) from rentals where ${at} and end_date >= ${from}
          and end_date - start_date > ${length} and start_date < ${from})
        + (select count(*) from rentals where ${at} and end_date is null and start_date < ${from}) as going,
        (select hour from rental_hours where ${at} order by hour limit 1) as first,
        (select coalesce(json_agg(m), '[]') from (
          select stretch, since % ${period}::int as place, sum(step) as step,
            sum(step * (since / ${period}::int)) as weighted, sum(seconds) as seconds,
            ${stays(sql)}
          from (
            select stretch, (begun - ended)::int as step,
              ((begun - ended) * 3600 - begun_seconds + ended_seconds)::int as seconds, stays, minutes,
              number - (${hours}::int[])[stretch] as since
            from (
              select *, width_bucket(number, ${hours}::int[]) as stretch
              from (
                select *, (date_part('epoch', hour) / 3600)::int as number
                from rental_hours where ${at} and hour >= ${from} and hour < ${to}) numbered) placed) timed
          group by 1, 2) m) as rows`;
  });
  if (!row) throw new Error('Sums answer one row.');
  return row;
}
