import type { CameraImage, HeroStats, RecentImages } from '@lotkeeper/contract/cars/visibility';
import { recentPictures } from '@lotkeeper/contract/cars/visibility';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfDay, toIso, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { hasBegun } from '../../../records/people/rentals.ts';
import { firstSeen } from './driver-log.queries.ts';

/**
 * Occupancy of the scope's property. Today's rentals are those that were not over when the day began: two short ranges
 * of one index. The peak is the highest running sum of arrivals and departures since; a departure at the time of an
 * arrival is counted first.
 */
export async function readHeroStats(scope: SpotScope, now: Instant): Promise<HeroStats | null> {
  const date = toLocalDate(now, scope.timezone);
  const today = startOfDay(date, scope.timezone);
  const tomorrow = startOfDay(addDays(date, 1), scope.timezone);
  const { organizationId, spotPk } = scope;
  const [row] = await scope.read<HeroStats[]>((sql) => {
    const spotCondition = sql`organization_id = ${organizationId} and spot_pk = ${spotPk}`;
    return sql`
      with stays as materialized (
        select start_date, end_date, rental_type, source from live_rentals
        where ${spotCondition} and end_date > ${today} and ${hasBegun(sql, now)} and end_date > start_date
        union all
        select start_date, end_date, rental_type, source from live_rentals
        where ${spotCondition} and end_date is null and ${hasBegun(sql, now)}),
      steps as (
        select greatest(start_date, ${today}::timestamptz) as at, 1 as step from stays
        union all
        select end_date, -1 from stays where end_date <= ${now}),
      sums as (select sum(sum(step)) over (order by at) as going from steps group by at)
      select (select count(*) from stays where end_date is null or end_date > ${now}) as occupancy,
        (select coalesce(max(going), 0)::bigint from sums) as peak,
        s.quantity as max_capacity,
        case when exists (select from visits where ${spotCondition}) then (
          select count(*) from visits v where ${spotCondition}
            and ${firstSeen(sql)} >= ${today} and ${firstSeen(sql)} < ${tomorrow}) end as vehicles_seen,
        t.transient_rentals, t.valet_rentals
      from spots s
      cross join (
        select count(*) as transient_rentals, count(*) filter (where source = 'valet') as valet_rentals
        from stays where start_date >= ${today} and rental_type = any (${rentalGroups.transient}::text[])) t
      where s.organization_id = ${organizationId} and s.pk = ${spotPk}`;
  });
  return row ?? null;
}

interface ImageRow {
  uuid: string;
  kind: 'overview' | 'plate';
  taken_at: Instant;
  orientation: CameraImage['orientation'];
}

/** The newest images of cars and of plates, with URLs signed at `now`. */
export async function readRecentImages(
  scope: SpotScope,
  pictures: PictureAddresses,
  now: Instant,
): Promise<RecentImages> {
  const { organizationId: organization, spotPk } = scope;
  const rows = await scope.read<ImageRow[]>((sql) => {
    const newest = (kind: ImageRow['kind']) => sql`
      (select uuid, kind, taken_at, orientation from images
        where organization_id = ${organization} and spot_pk = ${spotPk} and kind = ${kind}
        order by taken_at desc limit ${sql.literal(recentPictures)})`;
    return sql`${newest('overview')} union all ${newest('plate')} order by taken_at desc, uuid`;
  });
  const selectImages = (kind: ImageRow['kind']) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ uuid, taken_at, orientation }) => ({
        url: pictures.addressOf({ organization, uuid }, now),
        event_datetime: toIso(taken_at),
        orientation,
      }));
  return { overhead_images: selectImages('overview'), lpr_images: selectImages('plate') };
}
