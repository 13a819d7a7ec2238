import type { Camera, SetAsideRow, updateCamera } from '@lotkeeper/contract/cars/cameras';
import { maxListedMessages } from '@lotkeeper/contract/cars/cameras';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import type { CameraLife, ReadsIn } from '../../../records/cars/camera-health.ts';
import {
  expectedReads,
  hoursBetween,
  silentSince,
  usualReads,
} from '../../../records/cars/camera-health.ts';
import type { CameraChange, CameraPlace } from '../../../records/cars/cameras.ts';
import { placeCamera } from '../../../records/cars/cameras.ts';
import { usualDays } from '../../../records/cars/usual-reads.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { computeLag, selectNewest } from '../visits/public.ts';

type Row = Omit<
  Camera,
  | 'reads_this_hour'
  | 'unread_this_hour'
  | 'usual_reads'
  | 'status'
  | 'silent_since'
  | 'lag_ms'
  | 'repeats_since'
> &
  CameraLife & { disconnected: boolean };

/** Reads the rows of an organization. */
type Reader = Pick<OrganizationScope, 'organizationId' | 'read'>;

const readRows = (scope: Reader, pk: number | null) =>
  scope.read<Row[]>(
    (sql) => sql`
      select c.pk, c.name, c.camera_ref, c.feed_pk, f.name as feed_name, c.spot_pk, s.name as spot_name,
        s.timezone, c.direction, c.clock_offset_ms, c.clock_set, c.first_seen_at, c.last_beat_at, c.last_read_at,
        c.heartbeat_every_ms, f.revoked_at is not null as disconnected
      from cameras c
      left join camera_feeds f on f.organization_id = c.organization_id and f.pk = c.feed_pk
      left join spots s on s.organization_id = c.organization_id and s.pk = c.spot_pk
      where c.organization_id = ${scope.organizationId} and (${pk}::bigint is null or c.pk = ${pk})`,
  );

/** A camera with the hours that show its condition: the current one, and those since its last read. */
interface Watched {
  row: Row & { timezone: string };
  today: LocalDate;
  hour: number;
  firstSeen: LocalDate;
  since: ReturnType<typeof hoursBetween>;
}

function toWatched(row: Row & { timezone: string }, now: Instant): Watched {
  const zone = row.timezone;
  return {
    row,
    today: toLocalDate(now, zone),
    hour: toLocalHour(now, zone),
    firstSeen: toLocalDate(row.first_seen_at, zone),
    since: hoursBetween(row.last_read_at ?? row.first_seen_at, now, zone),
  };
}

const buildHourKey = (camera: number, date: LocalDate, hour: number) => `${camera}|${date}|${hour}`;

/** How many reads the cameras made in the hours that show their condition. */
async function countReads(scope: Reader, cameras: readonly Watched[]) {
  const requestedHours = new Map<string, [number, LocalDate, number]>();
  const requestHour = (camera: number, date: LocalDate, hour: number) =>
    requestedHours.set(buildHourKey(camera, date, hour), [camera, date, hour]);
  for (const { row, today, hour, firstSeen, since } of cameras) {
    requestHour(row.pk, today, hour);
    for (const hourSlot of [{ local_date: today, local_hour: hour }, ...since]) {
      for (const day of usualDays(hourSlot.local_date, firstSeen))
        requestHour(row.pk, day, hourSlot.local_hour);
    }
  }
  const keys = [...requestedHours.values()];
  const rows = await scope.read<
    {
      camera_pk: number;
      local_date: LocalDate;
      local_hour: number;
      reads: number;
      unread: number;
    }[]
  >(
    (sql) => sql`
      select h.camera_pk, h.local_date, h.local_hour, h.reads, h.unread
      from unnest(${keys.map(([camera]) => camera)}::bigint[], ${keys.map(([, date]) => date)}::text[],
        ${keys.map(([, , hour]) => hour)}::int[]) w (camera_pk, local_date, local_hour)
      cross join lateral (
        -- Offset keeps it a lookup per hour: the planner would read all hours of the cameras.
        select * from camera_hours c
        where c.organization_id = ${scope.organizationId} and c.camera_pk = w.camera_pk
          and c.local_date = w.local_date::date and c.local_hour = w.local_hour offset 0) h`,
  );
  const hours = new Map(
    rows.map((row) => [buildHourKey(row.camera_pk, row.local_date, row.local_hour), row]),
  );
  const count =
    (field: 'reads' | 'unread') =>
    (camera: number): ReadsIn =>
    (date, hour) =>
      hours.get(buildHourKey(camera, date, hour))?.[field] ?? 0;
  return { readsOf: count('reads'), unreadOf: count('unread') };
}

const countNothing = () => () => 0;
const noReads = { readsOf: countNothing, unreadOf: countNothing };

/** How far cameras lag behind, for those whose newest reads at their properties weren't live. */
async function readLags(scope: Reader, cameras: readonly Watched[]) {
  const spots = [...new Set(cameras.flatMap(({ row }) => row.spot_pk ?? []))];
  const newest = await scope.read((sql) => selectNewest(sql, scope.organizationId, spots));
  return new Map(
    newest.flatMap((read) => (read.camera_pk === null ? [] : [[read.camera_pk, computeLag(read)]])),
  );
}

/** Since when cameras repeat one plate: their last twenty reads, no more than two minutes apart on average. */
async function readRepeats(scope: Reader, cameras: readonly Watched[]) {
  const pks = cameras.map(({ row }) => row.pk);
  const rows = await scope.read<{ camera_pk: number; since: Instant }[]>(
    (sql) => sql`
      select c.pk as camera_pk, min(r.received_at) as since
      from unnest(${pks}::bigint[]) c(pk)
      cross join lateral (
        select plate_key, received_at from plate_reads
        where organization_id = ${scope.organizationId} and camera_pk = c.pk
        order by captured_at desc limit 20) r
      group by c.pk
      having count(*) = 20 and count(distinct r.plate_key) = 1 and min(r.plate_key) <> ''
        and max(r.received_at) - min(r.received_at) between interval '5 minutes' and interval '40 minutes'`,
  );
  return new Map(rows.map(({ camera_pk, since }) => [camera_pk, since]));
}

const order: readonly Camera['status'][] = ['silent', 'unplaced', 'ok', 'disconnected'];
const byUrgency = (a: Camera, b: Camera) =>
  order.indexOf(a.status) - order.indexOf(b.status) ||
  (a.spot_name ?? '').localeCompare(b.spot_name ?? '') ||
  a.name.localeCompare(b.name) ||
  a.pk - b.pk;

const isPlaced = (row: Row): row is Row & { timezone: string } => row.timezone !== null;

const withoutHours = (row: Row, status: Camera['status']): Camera => ({
  ...row,
  lag_ms: 0,
  repeats_since: null,
  reads_this_hour: null,
  unread_this_hour: null,
  usual_reads: null,
  status,
  silent_since: null,
});

/** Lists cameras with their status, silent ones first. */
export async function readCameras(
  scope: Reader,
  now: Instant,
  pk: number | null = null,
): Promise<Camera[]> {
  const rows = await readRows(scope, pk);
  const live = rows.filter((row) => !row.disconnected);
  const watched = live.filter(isPlaced).map((row) => toWatched(row, now));
  const [{ readsOf, unreadOf }, lags, repeats] =
    watched.length > 0
      ? await Promise.all([
          countReads(scope, watched),
          readLags(scope, watched),
          readRepeats(scope, watched),
        ])
      : [noReads, new Map<number, number>(), new Map<number, Instant>()];
  const watchedCameras = watched.map(({ row, today, hour, firstSeen, since }): Camera => {
    const readsIn = readsOf(row.pk);
    const silent_since = silentSince(row, expectedReads(since, firstSeen, readsIn), now);
    return {
      ...row,
      lag_ms: lags.get(row.pk) ?? 0,
      repeats_since: repeats.get(row.pk) ?? null,
      reads_this_hour: readsIn(today, hour),
      unread_this_hour: unreadOf(row.pk)(today, hour),
      usual_reads: usualReads({ local_date: today, local_hour: hour }, firstSeen, readsIn),
      status: silent_since === null ? 'ok' : 'silent',
      silent_since,
    };
  });
  const unplaced = live.filter((row) => !isPlaced(row)).map((row) => withoutHours(row, 'unplaced'));
  const ended = rows
    .filter((row) => row.disconnected)
    .map((row) => withoutHours(row, 'disconnected'));
  return [...watchedCameras, ...unplaced, ...ended].sort(byUrgency);
}

/** Refuses a property that isn’t one of the organization’s. */
export function checkSpot(recorder: Recorder, spot: number | null): void {
  if (spot === null || recorder.spotNamed(spot) !== null) return;
  const message = 'There is no such property.';
  throw new Refusal('invalid_fields', `spot_pk: ${message}`, { spot_pk: message });
}

type ShownClock = Pick<Camera, 'clock_set' | 'clock_offset_ms'>;

/** Changes a camera and writes an audit entry. */
export function changeCamera(
  scope: OrganizationScope,
  pk: number,
  { shown, ...change }: BodyOf<typeof updateCamera>,
  now: Instant,
): Promise<void> {
  return withRecorder(scope, async (recorder) => {
    const [row] = await recorder.tx<(CameraPlace & ShownClock)[]>`
      select name, spot_pk, direction, clock_set, clock_offset_ms from cameras
      where organization_id = ${scope.organizationId} and pk = ${pk} for update`;
    const { clock_set, clock_offset_ms, ...before } = requireFound(row, 'camera');
    // What is learned changes by itself.
    const learned = clock_set ? {} : { clock_offset_ms: undefined };
    const current = { ...before, clock_set, clock_offset_ms, ...learned };
    const compared = shown && { ...shown, ...learned };
    await requireShown(recorder.tx, scope, compared, current, { subject: 'camera', pk });
    const after = { ...before, ...change } as CameraChange;
    checkSpot(recorder, after.spot_pk);
    await placeCamera(recorder, pk, after, now);
    const entry = { act: 'change', subject: 'camera', pk, before, after } as const;
    await recordAuditEntry(recorder.tx, scope, now, entry);
  });
}

/** The organization's newest reads and visits that were set aside, reads first. */
export const listSetAsideRows = (scope: Reader) =>
  scope.read<SetAsideRow[]>(
    (sql) => sql`
      (select 'read' as kind, r.pk, r.plate, s.name as spot_name, c.name as camera_name, r.received_at,
        r.set_aside as reason
      from plate_reads r
      join spots s on s.organization_id = r.organization_id and s.pk = r.spot_pk
      left join cameras c on c.organization_id = r.organization_id and c.pk = r.camera_pk
      where r.organization_id = ${scope.organizationId} and r.set_aside is not null
      order by r.pk desc limit ${sql.literal(maxListedMessages)})
      union all
      (select 'visit', v.pk, v.plate, s.name, null, null, v.set_aside
      from visits v
      join spots s on s.organization_id = v.organization_id and s.pk = v.spot_pk
      where v.organization_id = ${scope.organizationId} and v.set_aside is not null
      order by v.pk desc limit ${sql.literal(maxListedMessages)})
      limit ${sql.literal(maxListedMessages)}`,
  );
