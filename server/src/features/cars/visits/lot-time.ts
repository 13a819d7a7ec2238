import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Sql } from '../../../kernel/data/database.ts';
import type { ReadTime } from '../../../records/cars/read-times.ts';
import { rightTime } from '../../../records/cars/read-times.ts';

/** How late reads may be and still count as live. */
const liveWithinMs = 2 * minuteMs;

/** When a camera made its newest read, and when that arrived. */
export type NewestRead = ReadTime & { received_at: Instant };

/** Each camera's newest read among the last that arrived at properties. */
export const selectNewest = (sql: Sql, organizationId: number, spots: readonly number[]) => sql<
  (ReadTime & { camera_pk: number | null; received_at: Instant })[]
>`
  select distinct on (s.pk, r.camera_pk) r.camera_pk, r.captured_at, r.time_of_arrival, r.seen_at, r.received_at,
    coalesce(c.clock_offset_ms, 0) as clock_offset_ms
  from unnest(${spots}::bigint[]) s(pk)
  cross join lateral (
    select camera_pk, captured_at, time_of_arrival, seen_at, received_at from plate_reads
    where organization_id = ${organizationId} and spot_pk = s.pk and plate_fold <> ''
    order by received_at desc limit 50) r
  left join lateral (
    select clock_offset_ms from cameras
    where organization_id = ${organizationId} and pk = r.camera_pk limit 1) c on true
  order by s.pk, r.camera_pk, r.received_at desc, r.captured_at desc`;

/** How long before its arrival a read was made; 0 if it was live. */
export function computeLag(read: NewestRead): number {
  const lag = read.received_at - rightTime(read);
  return lag > liveWithinMs ? lag : 0;
}

/**
 * The time at a property, judged by the newest read of each recently active camera. While one of them shows the past
 * (it was offline, or an import replays an earlier day), that time applies: the payments of that time may still be on
 * their way too.
 */
export const lotNow = (now: Instant, newest: readonly NewestRead[]): Instant =>
  instant(now - Math.max(0, ...newest.map(computeLag)));
