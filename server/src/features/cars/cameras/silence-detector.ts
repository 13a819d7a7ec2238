import type { Missed } from '@lotkeeper/contract/cars/missed-cars';
import { sumMissed } from '@lotkeeper/contract/cars/missed-cars';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, eachDay, instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import type { Sql } from '../../../kernel/data/database.ts';
import type { CameraLife } from '../../../records/cars/camera-health.ts';
import { usualDays } from '../../../records/cars/usual-reads.ts';
import type { Occasions, PlacedSpot } from '../../operations/local-intelligence/public.ts';
import { readOccasions } from '../../operations/local-intelligence/public.ts';
import type { Detector, Problem } from '../../platform/alerts/public.ts';
import { readCameraGaps } from '../outcomes/public.ts';
import type { Pause } from './silence.rules.ts';
import {
  beatLimit,
  extendPause,
  fewestReads,
  isLongQuiet,
  lastContact,
  listNextHours,
  shortestPauseMs,
  startPause,
  unknownPauseMs,
} from './silence.rules.ts';

/** How far a pause is looked at ahead, and the pauses that one look extends: after a start, all are new. */
const aheadMs = 2 * hourMs;
const maxExtended = 2000;
/** How far closings are looked for. */
const longestSpanDays = 60;
/** What is left of usual reads on a holiday. */
const holidayShare = 0.25;

interface CameraRow extends CameraLife, PlacedSpot {
  camera_pk: number;
  camera: string;
}

const listCameras = (sql: Sql) => sql<CameraRow[]>`
  select c.organization_id, c.pk as camera_pk, c.name as camera, c.spot_pk, s.state, s.timezone, c.first_seen_at,
    c.last_beat_at, c.last_read_at, c.heartbeat_every_ms
  from cameras c
  join spots s on s.organization_id = c.organization_id and s.pk = c.spot_pk
  left join camera_feeds f on f.organization_id = c.organization_id and f.pk = c.feed_pk
  where f.revoked_at is null`;

const hourKey = (camera: number, date: LocalDate, hour: number) => `${camera} ${date} ${hour}`;

type WantedHour = readonly [organization: number, camera: number, date: LocalDate, hour: number];

/** The reads of hours, each looked up by its key. */
async function readHours(sql: Sql, hoursToRead: readonly WantedHour[]) {
  const rows = await sql<
    { camera_pk: number; local_date: LocalDate; local_hour: number; reads: number }[]
  >`
    select h.camera_pk, h.local_date, h.local_hour, h.reads
    from unnest(${hoursToRead.map(([organization]) => organization)}::bigint[],
      ${hoursToRead.map(([, camera]) => camera)}::bigint[], ${hoursToRead.map(([, , date]) => date)}::text[],
      ${hoursToRead.map(([, , , hour]) => hour)}::int[]) w (organization_id, camera_pk, local_date, local_hour)
    cross join lateral (
      -- Offset keeps it a lookup per hour: the planner would read all hours of the cameras.
      select * from camera_hours c
      where c.organization_id = w.organization_id and c.camera_pk = w.camera_pk
        and c.local_date = w.local_date::date and c.local_hour = w.local_hour offset 0) h`;
  return new Map(
    rows.map((row) => [hourKey(row.camera_pk, row.local_date, row.local_hour), row.reads]),
  );
}

const firstDay = (camera: CameraRow) => toLocalDate(camera.first_seen_at, camera.timezone);

/** The reads of an hour that a camera can be expected to have, at least; null = unknown. */
const findUsual =
  (camera: CameraRow, reads: ReadonlyMap<string, number>, occasions: Occasions) =>
  (date: LocalDate, hour: number): number | null => {
    const days = usualDays(date, firstDay(camera));
    const usual = fewestReads(
      days.map((day) => reads.get(hourKey(camera.camera_pk, day, hour)) ?? 0),
    );
    if (usual === null) return null;
    const occasion = occasions.find(camera, date);
    if (occasion?.closedBy.length || occasions.isClosed(camera, date, hour)) return 0;
    return occasion?.holidays.length ? usual * holidayShare : usual;
  };

/** Extends the pauses of cameras by some hours, in three queries. */
async function extendPauses(sql: Sql, cameras: readonly CameraRow[], pauses: Pauses, now: Instant) {
  if (cameras.length === 0) return;
  const to = instant(now + aheadMs);
  const extended = cameras.map((camera) => {
    const pause = pauses.get(camera.camera_pk) ?? startPause(lastRead(camera));
    return { camera, pause, hours: listNextHours(pause, to, camera.timezone) };
  });
  const hoursToRead = extended.flatMap(({ camera, hours }) =>
    hours.flatMap(({ local_date, local_hour }) =>
      usualDays(local_date, firstDay(camera)).map(
        (day): WantedHour => [camera.organization_id, camera.camera_pk, day, local_hour],
      ),
    ),
  );
  const reads = await readHours(sql, hoursToRead);
  const today = toLocalDate(now, 'UTC');
  const span = { from: addDays(today, -9), to: addDays(today, 2) };
  const occasions = await readOccasions(sql, cameras, span);
  for (const { camera, pause, hours } of extended) {
    const options = { to, findUsual: findUsual(camera, reads, occasions) };
    pauses.set(camera.camera_pk, extendPause(pause, hours, options));
  }
}

type Pauses = Map<number, Pause>;

const lastRead = ({ last_read_at, first_seen_at }: CameraRow) => last_read_at ?? first_seen_at;

/** Cameras whose missed cars a look reads; the others keep what the last one read. */
const maxPriced = 20;
/** After a week of silence it isn't known what would be usual, so no more cars are missed. */
const longestMissingDays = 8;

interface SilentCamera {
  camera: CameraRow;
  since: Instant;
}

/** What a silent camera missed so far. */
async function readMissed(sql: Sql, { camera, since }: SilentCamera, now: Instant) {
  const { organization_id: organizationId, spot_pk: spotPk, camera_pk, timezone } = camera;
  const [from, today] = [toLocalDate(since, timezone), toLocalDate(now, timezone)];
  const last = addDays(from, longestMissingDays);
  const { gaps } = await readCameraGaps(
    { kind: 'spot', organizationId, spotPk, read: (query) => query(sql) },
    { from, to: today < last ? today : last, now },
  );
  return sumMissed(gaps.filter((gap) => gap.camera_pk === camera_pk && gap.end * 1000 > since));
}

/** What silent cameras missed, read once an hour: only whole hours count. */
function openMissed() {
  let known = new Map<number, { key: string; missed: Missed }>();
  return async (sql: Sql, silent: readonly SilentCamera[], now: Instant) => {
    const next: typeof known = new Map();
    let left = maxPriced;
    for (const silence of silent) {
      const { camera_pk } = silence.camera;
      const key = `${silence.since} ${Math.floor(now / hourMs)}`;
      let found = known.get(camera_pk);
      if (found?.key !== key && left-- > 0)
        found = { key, missed: await readMissed(sql, silence, now) };
      if (found) next.set(camera_pk, found);
    }
    known = next;
    return (camera: CameraRow) => known.get(camera.camera_pk)?.missed ?? sumMissed([]);
  };
}

const toDollars = (amount: number) => Math.round(amount / 100) * 100 || null;

/** Since when a camera is silent by its heartbeats or its reads; null = it isn't. */
function silentSince(camera: CameraRow, pause: Pause | undefined, now: Instant): Instant | null {
  const limit = beatLimit(camera);
  if (limit !== null && limit <= now) return lastContact(camera);
  return pause?.silentAt != null && pause.silentAt <= now ? lastRead(camera) : null;
}

/** Cameras without a sign of life for so long that their rhythm doesn't matter, not counting days that were closed. */
async function findLongQuiet(sql: Sql, cameras: readonly CameraRow[], now: Instant) {
  const toWeeks = (camera: CameraRow) =>
    usualDays(toLocalDate(now, camera.timezone), firstDay(camera)).length;
  const quiet = cameras.filter(
    (camera) =>
      now - lastContact(camera) > unknownPauseMs &&
      isLongQuiet(now - lastContact(camera), toWeeks(camera)),
  );
  if (quiet.length === 0) return [];
  const today = toLocalDate(now, 'UTC');
  const span = { from: addDays(today, -longestSpanDays), to: addDays(today, 1) };
  const occasions = await readOccasions(sql, quiet, span);
  return quiet.filter((camera) => {
    const from = toLocalDate(lastContact(camera), camera.timezone);
    const days = eachDay(from > span.from ? from : span.from, toLocalDate(now, camera.timezone));
    const closed = days.filter((day) => occasions.find(camera, day)?.closedBy.length).length;
    return isLongQuiet(now - lastContact(camera) - closed * dayMs, toWeeks(camera));
  });
}

/**
 * Cameras that are silent by their own rhythm. What is known of a camera's pause is kept in memory until its next read,
 * so that a look costs one query where nothing changed.
 */
export function openSilenceDetector(): Detector {
  const pauses: Pauses = new Map();
  const readMissedCars = openMissed();
  const listDue = (cameras: readonly CameraRow[], now: Instant) => {
    const due = cameras.filter((camera) => {
      const from = lastRead(camera);
      if (pauses.get(camera.camera_pk)?.from !== from) pauses.delete(camera.camera_pk);
      const pause = pauses.get(camera.camera_pk);
      return now - from >= shortestPauseMs && (pause?.until ?? 0) <= now;
    });
    return due.toSorted((a, b) => lastRead(a) - lastRead(b)).slice(0, maxExtended);
  };
  return {
    kinds: ['camera_silent'],
    async findProblems(sql, now) {
      const cameras = await listCameras(sql);
      await extendPauses(sql, listDue(cameras, now), pauses, now);
      const found = cameras.flatMap((camera) => {
        const since = silentSince(camera, pauses.get(camera.camera_pk), now);
        return since === null ? [] : [{ camera, since }];
      });
      const silentSoFar = new Set(found.map(({ camera }) => camera));
      const others = cameras.filter((camera) => !silentSoFar.has(camera));
      const quiet = await findLongQuiet(sql, others, now);
      const silent = [...found, ...quiet.map((camera) => ({ camera, since: lastContact(camera) }))];
      const missedBy = await readMissedCars(sql, silent, now);
      return silent.map(({ camera, since }): Problem => {
        const { cars_low, cars_high, lost_low, lost_high } = missedBy(camera);
        return {
          organization_id: camera.organization_id,
          spot_pk: camera.spot_pk,
          kind: 'camera_silent',
          subject: `camera ${camera.camera_pk}`,
          since,
          cost: toDollars(lost_high),
          facts: {
            camera: camera.camera,
            camera_pk: camera.camera_pk,
            missed: cars_low || null,
            missed_most: cars_high || null,
            cost_least: toDollars(lost_low),
          },
        };
      });
    },
  };
}
