import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { Recorder } from '../recorder.ts';
import { hourOfRead, pairReadsAgain, queuePairing } from './plate-reads.ts';

/** Longer gaps between heartbeats are outages, not the camera's interval. */
const longestHabitMs = hourMs;

/** A heartbeat of a camera. Regular ones show how often to expect them. */
export interface Heartbeat {
  pk: number;
  regular: boolean;
}

/** Records heartbeats. */
export async function recordHeartbeats(
  recorder: Recorder,
  cameras: readonly Heartbeat[],
  now: Instant,
): Promise<void> {
  if (cameras.length === 0) return;
  const { tx, organizationId } = recorder;
  const pks = cameras.map((camera) => camera.pk);
  const regular = cameras.filter((camera) => camera.regular).map((camera) => camera.pk);
  await tx`
    with heard as (
      select pk, pk = any (${regular}::bigint[]) as regular,
        floor(extract(epoch from ${now}::timestamptz - heartbeat_at) * 1000)::bigint as gap
      from cameras where organization_id = ${organizationId} and pk = any (${pks}::bigint[])
      order by pk for no key update)
    update cameras c set last_beat_at = greatest(c.last_beat_at, ${now}),
      heartbeat_at = case when h.regular then ${now} else c.heartbeat_at end,
      heartbeat_every_ms = case
        when h.regular and h.gap between 1 and ${longestHabitMs} then h.gap else c.heartbeat_every_ms end
    from heard h where c.organization_id = ${organizationId} and c.pk = h.pk`;
}

/** Where a person placed a camera. */
export interface CameraPlace {
  name: string;
  spot_pk: number | null;
  direction: 'Entrance' | 'Exit' | null;
}

/** A camera's location and how far its clock is ahead; null = learned from its reads, undefined = unchanged. */
export type CameraChange = CameraPlace & { clock_offset_ms?: number | null | undefined };

/**
 * Places a camera; false when it doesn't exist. Reads that waited for its property are assigned to it, counted in their
 * hours, and queued for pairing. Earlier reads stay at their property.
 */
export async function placeCamera(
  recorder: Recorder,
  camera: number,
  placement: CameraChange,
  now: Instant,
): Promise<boolean> {
  const { tx, organizationId } = recorder;
  const { clock_offset_ms: clock } = placement;
  const [placed] = await tx<{ clock_offset_ms: number }[]>`
    update cameras set name = ${placement.name}, spot_pk = ${placement.spot_pk}, direction = ${placement.direction},
      clock_offset_ms = case when ${clock !== undefined} then ${clock ?? 0}::bigint else clock_offset_ms end,
      clock_set = case when ${clock !== undefined} then ${typeof clock === 'number'} else clock_set end,
      recent_delays_ms = case when ${clock !== undefined} then '{}' else recent_delays_ms end,
      delays_until = case when ${clock !== undefined} then null else delays_until end
    where organization_id = ${organizationId} and pk = ${camera} returning clock_offset_ms`;
  if (!placed) return false;
  const changed = { ...placed, pk: camera, spot_pk: placement.spot_pk };
  if (clock !== undefined) await pairReadsAgain(recorder, changed, now);
  if (placement.spot_pk !== null) {
    await bringIn(
      recorder,
      camera,
      { ...placement, spot_pk: placement.spot_pk },
      placed.clock_offset_ms,
    );
    await queuePairing(recorder, [placement.spot_pk], now);
  }
  return true;
}

async function bringIn(
  recorder: Recorder,
  camera: number,
  placement: CameraPlace & { spot_pk: number },
  clock_offset_ms: number,
) {
  const { tx, organizationId } = recorder;
  const waitingReads = await tx<
    {
      pk: number;
      captured_at: Instant;
      time_of_arrival: boolean;
      superseded: boolean;
      plate_key: string;
    }[]
  >`
    select pk, captured_at, time_of_arrival, superseded, plate_key from plate_reads
    where organization_id = ${organizationId} and camera_pk = ${camera} and spot_pk is null
    order by pk for update`;
  if (waitingReads.length === 0) return;
  const dated = waitingReads.map(({ pk, superseded, plate_key, ...read }) => ({
    pk,
    superseded,
    plate_key,
    ...hourOfRead(recorder, { spot_pk: placement.spot_pk, ...read, clock_offset_ms }),
  }));
  await tx`
    with dated as (
      select pk, local_date, local_hour, superseded, plate_key
      from json_populate_recordset(null::plate_reads, ${JSON.stringify(dated)}::text::json)),
    counted as (
      insert into camera_hours as h (organization_id, camera_pk, local_date, local_hour, reads, unread)
      select ${organizationId}, ${camera}, local_date, local_hour,
        count(*) filter (where plate_key <> ''), count(*) filter (where plate_key = '') from dated
      where not superseded group by 3, 4 order by 3, 4
      on conflict (organization_id, camera_pk, local_date, local_hour)
        do update set reads = h.reads + excluded.reads, unread = h.unread + excluded.unread)
    update plate_reads r set spot_pk = ${placement.spot_pk}, local_date = d.local_date, local_hour = d.local_hour,
      direction = coalesce(r.direction, ${placement.direction})
    from dated d where r.organization_id = ${organizationId} and r.pk = d.pk`;
  await tx`
    update images set spot_pk = ${placement.spot_pk}
    where organization_id = ${organizationId} and spot_pk is null and uuid in (
      select unnest(array[image, plate_image]) from plate_reads
      where organization_id = ${organizationId} and pk = any (${waitingReads.map(({ pk }) => pk)}::bigint[]))`;
}

/**
 * Assigns what was recorded for cameras without a property while they were being placed: the writer had read the
 * cameras before that, and sees their current state only now.
 */
export async function bringInLatecomers(
  recorder: Recorder,
  cameras: readonly number[],
  now: Instant,
): Promise<number[]> {
  const { tx, organizationId } = recorder;
  const placedReads = await tx<
    (CameraPlace & { pk: number; spot_pk: number; clock_offset_ms: number })[]
  >`
    select pk, name, spot_pk, direction, clock_offset_ms from cameras
    where organization_id = ${organizationId} and pk = any (${[...cameras]}::bigint[]) and spot_pk is not null
    order by pk`;
  for (const placement of placedReads)
    await bringIn(recorder, placement.pk, placement, placement.clock_offset_ms);
  const spots = placedReads.map((placement) => placement.spot_pk);
  await queuePairing(recorder, spots, now);
  return spots;
}

/** A camera as its sender identifies it. */
export interface CameraInput {
  /** null = its reads came with an API key. */
  feed_pk: number | null;
  camera_ref: string;
  name?: string;
  spot_pk: number | null;
  direction: 'Entrance' | 'Exit' | null;
}

/** Finds or creates cameras; returns their rows by `camera_ref`. What a person set is left alone. */
export async function ensureCameras(
  { tx, organizationId }: Recorder,
  feed_pk: number | null,
  cameras: readonly CameraInput[],
  now: Instant,
): Promise<Map<string, CameraRow>> {
  const refs = [...new Set(cameras.map((camera) => camera.camera_ref))].sort();
  const read = () => tx<CameraRow[]>`
    select pk, camera_ref, spot_pk, direction, clock_offset_ms from cameras
    where organization_id = ${organizationId} and feed_pk is not distinct from ${feed_pk}::bigint
      and camera_ref = any (${refs}::text[])`;
  let rows: CameraRow[] = await read();
  if (rows.length < refs.length) {
    const cameraRows = [
      ...new Map(cameras.map((camera) => [camera.camera_ref, camera])).values(),
    ].map((camera) => ({ ...camera, feed_pk, name: camera.name ?? camera.camera_ref }));
    await tx`
      insert into cameras (organization_id, feed_pk, camera_ref, name, spot_pk, direction, first_seen_at)
      select ${organizationId}, feed_pk, camera_ref, name, spot_pk, direction, ${now}
      from json_populate_recordset(null::cameras, ${JSON.stringify(cameraRows)}::text::json)
      order by camera_ref
      on conflict do nothing`;
    rows = await read();
  }
  return new Map(rows.map((row) => [row.camera_ref, row]));
}

/** What is known about a camera when one of its reads arrives. */
export interface CameraRow {
  pk: number;
  camera_ref: string;
  spot_pk: number | null;
  direction: 'Entrance' | 'Exit' | null;
  clock_offset_ms: number;
}
