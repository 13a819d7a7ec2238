import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { SpotScope, WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import { usualWeeks } from '../../../records/cars/usual-reads.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import { netRevenue, readBySpot } from '../../../records/money/revenue.ts';
import type { EventRow } from '../../../records/operations/events.ts';
import { eventColumns, eventsWithin } from '../../../records/operations/events.ts';
import type { Holiday } from '../../../records/operations/holidays.ts';
import { listHolidays } from '../../../records/operations/holidays.ts';
import { readSpotColumns } from '../../platform/spots/public.ts';
import type { CameraDays } from './day-notes.rules.ts';

/** A day's totals: rentals that began, and net transient revenue in cents. */
export interface DayRow {
  local_date: LocalDate;
  rentals: number;
  net: number;
}

/** How many rentals began on each day of a range, and its transient revenue; days without either are absent. */
export const readDemand = (scope: SpotScope, days: DaySpan) =>
  scope.read<DayRow[]>((sql) => {
    const spotDaysFilter = sql`
      organization_id = ${scope.organizationId} and spot_pk = ${scope.spotPk}
      and local_date between ${days.from} and ${days.to}`;
    return sql`
      select local_date, lotkeeper.sum_bigint(rentals) as rentals, lotkeeper.sum_bigint(net) as net from (
        select local_date, rentals, 0 as net from rental_days where ${spotDaysFilter}
        union all
        select local_date, 0, ${netRevenue(sql)} from revenue_days
        where ${spotDaysFilter} and rental_type = any(${[...rentalGroups.transient]}::text[])) d
      group by local_date`;
  });

/** The property's events that can take place within a range. */
export const readEvents = (scope: SpotScope, days: DaySpan) =>
  scope.read<EventRow[]>(
    (sql) => sql`
      select ${eventColumns(sql)}
      from ${eventsWithin(sql, scope, { first: days.from, last: days.to })}`,
  );

/** The events of all properties of an organization that can take place within a range, in one statement. */
export const readEventsBySpot = (scope: WholeOrganizationScope, days: DaySpan) =>
  readBySpot<EventRow>(scope, (sql) => {
    const at = { organizationId: scope.organizationId, spotPk: sql`s.pk` };
    const range = { first: days.from, last: days.to };
    return sql`select ${eventColumns(sql)} from ${eventsWithin(sql, at, range)}`;
  });

/**
 * How many reads the property's connected cameras made per day in a range, and in the weeks before that define what is
 * usual.
 */
export async function readCameraDays(scope: SpotScope, days: DaySpan): Promise<CameraDays[]> {
  const rows = await scope.read<(Omit<CameraDays, 'firstSeen'> & { first_seen_at: Instant })[]>(
    (sql) => sql`
      select c.name, c.first_seen_at, (
          select coalesce(json_object_agg(d.local_date, d.reads), '{}') from (
            select local_date, sum(reads) as reads from camera_hours h
            where h.organization_id = ${scope.organizationId} and h.camera_pk = c.pk
              and h.local_date between ${addDays(days.from, -7 * usualWeeks)} and ${days.to}
            group by local_date) d) as reads
      from cameras c
      left join camera_feeds f on f.organization_id = c.organization_id and f.pk = c.feed_pk
      where c.organization_id = ${scope.organizationId} and c.spot_pk = ${scope.spotPk}
        and f.revoked_at is null
      order by c.name, c.pk`,
  );
  return rows.map(({ first_seen_at, ...camera }) => ({
    ...camera,
    firstSeen: toLocalDate(first_seen_at, scope.timezone),
  }));
}

/** The holidays of a range in the property's state. */
export async function readHolidays(scope: SpotScope, days: DaySpan): Promise<Holiday[]> {
  const { state } = await readSpotColumns(scope, 'state');
  return listHolidays(days, { state, timezone: scope.timezone });
}
