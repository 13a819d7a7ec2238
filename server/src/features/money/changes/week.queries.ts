import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant, startOfDay } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import type { BridgeRange } from '@lotkeeper/contract/money/changes';
import type { WeekName } from '@lotkeeper/contract/money/week';
import { weekNames } from '@lotkeeper/contract/money/week';
import type { WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import { sumMoney } from '../../../records/money/money-sums.ts';
import { readBySpot } from '../../../records/money/revenue.ts';
import { longStay } from '../../../records/people/rentals.ts';

/** A property's sums in a week; amounts in cents. */
export type WeekRow = Record<'gross' | 'net' | 'rentals' | 'entry_count', number> & {
  week: WeekName;
};

/** Each property's sums in the weeks. */
export const readWeeks = (scope: WholeOrganizationScope, weeks: Record<WeekName, BridgeRange>) =>
  readBySpot<WeekRow>(scope, (sql) => {
    const selectWeek = (name: WeekName) => {
      const { start: from, end: to } = weeks[name];
      const measures = ['gross', 'net', 'rentals', 'entry_count'] as const;
      return sql`select ${name}::text as week, w.* from (${sumMoney(sql, scope, { measures, span: { from, to } })}) w`;
    };
    return sql`${selectWeek('week')} union all ${selectWeek('before')} union all ${selectWeek('year_ago')}`;
  });

/** How long a property's spaces were taken in a week. */
export interface TakenRow {
  spot_pk: number;
  week: WeekName;
  spaces: number;
  occupied_seconds: number;
  /** Of the week, by the property's clock. */
  seconds: number;
  /** The hour of the property's first rental; null = there is none. */
  first: Instant | null;
  from: Instant;
}

const toHour = (at: Instant) => instant(Math.floor(at / hourMs) * hourMs);

/**
 * How long rentals took spaces in the weeks, for all properties: those that were active when a week began, and those
 * that began or ended in it. It is the occupancy of custom reports (`readHours`) as one sum. Times are parameters, not
 * computed in SQL: under row-level security an index isn't searched by the result of most functions.
 */
export function readTaken(
  scope: WholeOrganizationScope,
  spots: readonly { pk: number; timezone: TimeZone }[],
  weeks: Record<WeekName, BridgeRange>,
): Promise<TakenRow[]> {
  const hourOf = (day: LocalDate, zone: TimeZone) => toHour(startOfDay(day, zone));
  const all = spots.flatMap(({ pk, timezone }) =>
    weekNames.map((week) => {
      const { start, end } = weeks[week];
      const from = hourOf(start, timezone);
      return { pk, week, from, to: hourOf(addDays(end, 1), timezone) };
    }),
  );
  const { organizationId } = scope;
  return scope.read<TakenRow[]>((sql) => {
    const at = sql`r.organization_id = ${organizationId} and r.spot_pk = w.spot_pk`;
    const length = sql`interval '${sql.literal(longStay)} days'`;
    return sql`
      select w.spot_pk, w.week, s.quantity as spaces,
        (extract(epoch from w.until - w.since))::bigint as seconds,
        (extract(epoch from w.since) * 1000)::bigint as from,
        (select hour from rental_hours r where ${at} order by hour limit 1) as first,
        ((select count(*) from live_rentals r where ${at} and start_date >= w.recent
            and start_date < w.since and end_date >= w.since and end_date - start_date <= ${length})
          + (select count(*) from live_rentals r where ${at} and end_date >= w.since
            and end_date - start_date > ${length} and start_date < w.since)
          + (select count(*) from live_rentals r where ${at} and end_date is null
            and start_date < w.since)) * (extract(epoch from w.until - w.since))::bigint
        + (select coalesce(sum((begun - ended) * (extract(epoch from w.until - hour))::bigint
            - begun_seconds + ended_seconds), 0)::bigint
          from rental_hours r where ${at} and hour >= w.since and hour < w.until) as occupied_seconds
      from unnest(${all.map(({ pk }) => pk)}::bigint[], ${all.map(({ week }) => week)}::text[],
        ${all.map(({ from }) => from)}::timestamptz[], ${all.map(({ to }) => to)}::timestamptz[],
        ${all.map(({ from }) => instant(from - longStay * dayMs))}::timestamptz[])
        w (spot_pk, week, since, until, recent)
      join spots s on s.organization_id = ${organizationId} and s.pk = w.spot_pk`;
  });
}
