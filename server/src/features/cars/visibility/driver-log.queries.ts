import type { CarTrackingEvent } from '@lotkeeper/contract/cars/visibility';
import { driverLogPageSize, maxCounted } from '@lotkeeper/contract/cars/visibility';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { typesReportedAs } from '@lotkeeper/contract/money/reported-types';
import type { VisitStatus } from '@lotkeeper/contract/people/filter-words';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';
import { maskedPlate } from './visibility.rules.ts';

/** The visits of a log: those first seen from `from` until `until`. */
export interface LogFilter {
  from: Instant;
  until: Instant;
  /** Characters that the plate contains, as in plate keys; '' = any. */
  plateKey: string;
  status: VisitStatus | undefined;
  rentalType: ReportedType | undefined;
  page: number;
  /** Whether plates are masked and their images left out. */
  demo: boolean;
}

interface VisitRow {
  pk: number;
  plate: string;
  state: string | null;
  status: VisitStatus;
  entrance_at: Instant | null;
  exit_at: Instant | null;
  exit_missed: boolean;
  violation_code: string | null;
  entrance_time_of_arrival: boolean;
  exit_time_of_arrival: boolean;
  entrance_image: string | null;
  exit_image: string | null;
  entrance_plate_image: string | null;
  exit_plate_image: string | null;
  rental_count: number;
  visit_count: number;
}

const seconds = (at: Instant | null) => (at === null ? null : toEpochSeconds(at));

function toEvent(
  row: VisitRow,
  addressOf: (uuid: string) => string,
  { demo, superuser }: { demo: boolean; superuser: boolean },
): CarTrackingEvent {
  const toVisibleUrl = (uuid: string | null) => (uuid && !demo ? addressOf(uuid) : null);
  return {
    pk: row.pk,
    plate: demo ? maskedPlate(row.plate) : row.plate,
    state: row.state,
    status: row.status,
    entrance_timestamp: seconds(row.entrance_at),
    exit_timestamp: seconds(row.exit_at),
    exit_missed: row.exit_missed,
    entrance_time_of_arrival: row.entrance_time_of_arrival,
    exit_time_of_arrival: row.exit_time_of_arrival,
    entrance_image: toVisibleUrl(row.entrance_image),
    exit_image: toVisibleUrl(row.exit_image),
    entrance_license_plate_image: toVisibleUrl(row.entrance_plate_image),
    exit_license_plate_image: toVisibleUrl(row.exit_plate_image),
    rental_count: row.rental_count,
    violation_code: demo ? null : row.violation_code,
    ...(superuser ? { visit_count: row.visit_count } : {}),
  };
}

/**
 * When visit `v` was first seen, exactly as its index has it: with coalesce, the row-level policies would keep the
 * index from being used.
 */
export const firstSeen = (sql: Sql) =>
  sql`case when v.entrance_at is null then v.exit_at else v.entrance_at end`;

/** The visits of some days that match a filter, as a range of one index. */
function selectVisits(sql: Sql, scope: SpotScope, filter: LogFilter): Fragment {
  const { from, until, plateKey, status, rentalType } = filter;
  const { organizationId: organization, spotPk } = scope;
  return sql`
    select v.pk, ${firstSeen(sql)} as seen_at from visits v
    where v.organization_id = ${organization} and v.spot_pk = ${spotPk}
      and ${firstSeen(sql)} >= ${from} and ${firstSeen(sql)} < ${until}
      ${plateKey === '' ? sql`` : sql`and position(${plateKey} in v.plate_key) > 0`}
      ${status ? sql`and v.status = ${status}` : sql``}
      ${
        rentalType
          ? sql`and exists (select from live_rentals r where r.organization_id = ${organization}
              and r.pk = v.rental_pk and r.rental_type = any (${[...typesReportedAs(rentalType)]}::text[]))`
          : sql``
      }`;
}

/** Whether a time of visit `v` is the time when a read's message arrived. */
const isArrival = (sql: Sql, organizationId: number, time: Fragment) => sql`
  exists (select from plate_reads p where p.organization_id = ${organizationId} and p.visit_pk = v.pk
    and p.time_of_arrival and not p.superseded and p.seen_at = ${time})`;

/** Complete visits with counts for their cars; `visitPks` names their pks. */
function visitRows(sql: Sql, { organizationId, spotPk }: SpotScope, visitPks: Fragment): Fragment {
  const limit = sql.literal(maxCounted);
  return sql`
    select v.pk, v.plate, v.state, v.status, ${firstSeen(sql)} as seen_at,
      ${toEpochMs(sql, sql`v.entrance_at`)} as entrance_at, ${toEpochMs(sql, sql`v.exit_at`)} as exit_at,
      v.exit_missed,
      (select n.code from violations n
        where n.organization_id = ${organizationId} and n.visit_pk = v.pk limit 1) as violation_code,
      v.entrance_image, v.exit_image, v.entrance_plate_image, v.exit_plate_image,
      ${isArrival(sql, organizationId, sql`v.entrance_at`)} as entrance_time_of_arrival,
      ${isArrival(sql, organizationId, sql`v.exit_at`)} as exit_time_of_arrival,
      (select count(*) from (select from live_rentals r
        where r.organization_id = ${organizationId} and r.car_pk = v.car_pk
          and r.spot_pk = ${spotPk} limit ${limit}) r) as rental_count,
      (select count(*) from (select from visits o
        where o.organization_id = ${organizationId} and o.spot_pk = ${spotPk}
          and o.plate_key = v.plate_key limit ${limit}) o) as visit_count
    from visits v
    where v.organization_id = ${organizationId} and v.pk in (${visitPks})`;
}

/** One page of visits, newest first, with the total count; images have URLs signed at `now`. */
export async function readDriverLog(
  scope: SpotScope,
  filter: LogFilter,
  pictures: PictureAddresses,
  now: Instant,
): Promise<{ count: number; results: CarTrackingEvent[] }> {
  const [row] = await scope.read<{ count: number; results: VisitRow[] }[]>(
    (sql) => sql`
      with found as materialized (${selectVisits(sql, scope, filter)}),
      page as (
        select pk from found order by seen_at desc, pk desc
        limit ${sql.literal(driverLogPageSize)}
        offset ${(filter.page - 1) * driverLogPageSize})
      select (select count(*) from found) as count,
        (select coalesce(json_agg(t order by t.seen_at desc, t.pk desc), '[]')
          from (${visitRows(sql, scope, sql`select pk from page`)}) t) as results`,
  );
  const getImageUrl = (uuid: string) =>
    pictures.addressOf({ organization: scope.organizationId, uuid }, now);
  const to = { demo: filter.demo, superuser: scope.person.superuser };
  const { count, results } = must(row, 'page of visits');
  return { count, results: results.map((visit) => toEvent(visit, getImageUrl, to)) };
}
