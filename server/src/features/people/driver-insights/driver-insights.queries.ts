import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type {
  TransientDriver,
  TransientDriversQuery,
} from '@lotkeeper/contract/people/driver-insights';
import {
  powerThreshold,
  repeatThreshold,
  transientDriversPageSize,
} from '@lotkeeper/contract/people/driver-insights';
import type { DriverGroup } from '@lotkeeper/contract/people/filter-words';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { toWeekday } from '../../../kernel/data/weekday.ts';
import type { DaySpan } from '../../../records/day-spans.ts';

/** Rentals of a weekday, 1 = Monday, in one part of the heatmap; `first` is the earliest day with any in that part. */
export interface HeatRow {
  part: number;
  dow: number;
  rentals: number;
  first: LocalDate;
}

const transientHere = (sql: Sql, scope: SpotScope) => sql`
  organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
  and rental_type = any(${[...rentalGroups.transient]}::text[])`;

const weekdaySums = (sql: Sql, scope: SpotScope, days: DaySpan, from: Fragment, part: Fragment) =>
  sql`
    select ${part} as part, ${toWeekday(sql, 'local_date')} as dow,
      lotkeeper.sum_bigint(rentals) as rentals, min(local_date) filter (where rentals > 0) as first
    from ${from}
    where ${transientHere(sql, scope)} and local_date between ${days.from} and ${days.to}
    group by 1, 2 having lotkeeper.sum_bigint(rentals) > 0`;

/** Counts paid transient rentals by weekday and month. */
export const readMonthlyHeat = (scope: SpotScope, days: DaySpan) =>
  scope.read<HeatRow[]>(
    (sql) => sql`
      ${weekdaySums(sql, scope, days, sql`revenue_days`, sql`extract(month from local_date)::int`)}`,
  );

/** Counts paid transient rentals by weekday and hour. */
export const readHourlyHeat = (scope: SpotScope, days: DaySpan) =>
  scope.read<HeatRow[]>(
    (sql) => sql`${weekdaySums(sql, scope, days, sql`revenue_hours`, sql`local_hour`)}`,
  );

/** Drivers by their number of visits. */
export interface FrequencyRow {
  power: number;
  repeat: number;
  one_time: number;
}

interface Range {
  from: Instant;
  to: Instant;
}

/**
 * SQL for whether a driver came back: more than once in the range, or once after any earlier rental at the property.
 * Those whose first rental is in the range are few, and read once; a look-up for each driver takes longer than all else.
 */
const hasReturned = (sql: Sql, scope: SpotScope, range: Range, visits: Fragment) => sql`
  case when ${visits} > ${repeatThreshold} then true else car_pk not in (
    select car_pk from first_rentals
    where organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
      and start_ms >= ${range.from} and start_ms < ${range.to}) end`;

/** SQL for whether a driver is in a group. */
const isInGroup = (sql: Sql, group: DriverGroup, visits: Fragment, returned: Fragment): Fragment =>
  ({
    power: sql`${visits} > ${powerThreshold}`,
    repeat: sql`${visits} <= ${powerThreshold} and ${returned}`,
    one_time: sql`${visits} <= ${powerThreshold} and not ${returned}`,
  })[group];

const countGroup = (sql: Sql, group: DriverGroup) => sql`
  count(*) filter (where ${isInGroup(sql, group, sql`visits`, sql`returned`)})`;

const countGroups = (sql: Sql) => sql`
  ${countGroup(sql, 'power')} as power, ${countGroup(sql, 'repeat')} as repeat,
  ${countGroup(sql, 'one_time')} as one_time`;

const transientStays = (sql: Sql, scope: SpotScope, range: Range) => sql`
  rentals stays where ${transientHere(sql, scope)} and car_pk is not null
    and start_date >= ${range.from} and start_date < ${range.to}`;

/** How many cars are frequent, returning, or one-time and new: by transient rentals that began in a range. */
export async function readFrequency(scope: SpotScope, range: Range): Promise<FrequencyRow> {
  const [row] = await scope.read<FrequencyRow[]>(
    (sql) => sql`
      select ${countGroups(sql)} from (
        select count(*) as visits, ${hasReturned(sql, scope, range, sql`count(*)`)} as returned
        from ${transientStays(sql, scope, range)} group by car_pk) drivers`,
  );
  return row ?? { power: 0, repeat: 0, one_time: 0 };
}

/**
 * The same for each weekday of their visits, 1 = Monday; the number of visits is counted over the whole range. A car's
 * weekdays are bits, so that cars with the same ones are counted together before each weekday sums them.
 */
export const readFrequencyByWeekday = (scope: SpotScope, range: Range) =>
  scope.read<(FrequencyRow & { dow: number })[]>(
    (sql) => sql`
      select dow, sum(power)::bigint as power, sum(repeat)::bigint as repeat,
        sum(one_time)::bigint as one_time
      from (
        select weekdays, ${countGroups(sql)} from (
          select count(*) as visits,
            ${hasReturned(sql, scope, range, sql`count(*)`)} as returned,
            bit_or(1 << ${toWeekday(sql, 'start_local_date')}) as weekdays
          from ${transientStays(sql, scope, range)} group by car_pk) drivers
        group by weekdays) cars
      join generate_series(1, 7) dow on weekdays & (1 << dow) <> 0
      group by dow`,
  );

/** A page of the drivers that the frequencies count, and how many there are. */
export async function readDriverPage(
  scope: SpotScope,
  range: Range,
  { group, weekday, page }: Pick<TransientDriversQuery, 'group' | 'weekday' | 'page'>,
): Promise<{ count: number; results: TransientDriver[] }> {
  const [row] = await scope.read<{ count: number; results: TransientDriver[] }[]>(
    (sql) => sql`
      with drivers as materialized (
        select car_pk, count(*) as visits, min(start_date) as first_at, max(start_date) as last_at
        from ${transientStays(sql, scope, range)} group by car_pk
        having ${
          group
            ? isInGroup(sql, group, sql`count(*)`, hasReturned(sql, scope, range, sql`count(*)`))
            : sql`true`
        }
          ${weekday ? sql`and bool_or(${toWeekday(sql, 'start_local_date')} = ${weekday})` : sql``})
      select (select count(*) from drivers) as count, coalesce((
        select json_agg(json_build_object('car', d.car_pk, 'plate', c.plate, 'state', c.state,
            'visits', d.visits, 'first_at', ${toEpochMs(sql, sql`d.first_at`)},
            'last_at', ${toEpochMs(sql, sql`d.last_at`)}, 'last_rental', json_build_object('uuid', r.uuid))
          order by d.visits desc, d.last_at desc, d.car_pk)
        from (
          select * from drivers order by visits desc, last_at desc, car_pk
          limit ${sql.literal(transientDriversPageSize)}
          offset ${(page - 1) * transientDriversPageSize}) d
        join cars c on c.organization_id = ${scope.organizationId} and c.pk = d.car_pk
        cross join lateral (
          select uuid from live_rentals
          where ${transientHere(sql, scope)} and car_pk = d.car_pk and start_date = d.last_at
          limit 1) r), '[]') as results`,
  );
  return row ?? { count: 0, results: [] };
}
