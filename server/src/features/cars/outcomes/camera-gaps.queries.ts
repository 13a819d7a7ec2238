import type { CameraGaps } from '@lotkeeper/contract/cars/outcomes';
import { minHourlyCars, usualWeeks } from '@lotkeeper/contract/cars/outcomes';
import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, atLocalTime } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';
import { timestampCell } from '../../../records/recorder.ts';
import type { CameraRow, DaySides, SpotCounts } from './camera-gaps.rules.ts';
import { findCameraGaps, findWorthDay, priceGaps } from './camera-gaps.rules.ts';
import { daysAround } from './fewer-cars.rules.ts';
import type { OutcomesScope } from './outcomes.queries.ts';
import { scopeSpots } from './outcomes.queries.ts';
import type { SilentHour } from './silent-spans.rules.ts';

interface Days {
  from: LocalDate;
  to: LocalDate;
}

interface CameraRows {
  cameras: CameraRow[];
  silent: SilentHour[];
  days: DaySides[];
}

type UnboundedHour = Omit<SilentHour, 'last_read' | 'next_read'>;

interface FoundRows extends Omit<CameraRows, 'cameras' | 'silent'> {
  cameras: (CameraRow & { timezone: TimeZone })[];
  silent: UnboundedHour[];
}

const beforeDays = (from: LocalDate) => addDays(from, -7 * usualWeeks);

/**
 * The nearest reads before and after hours that followed one another, looked up where they begin and end: in between
 * there are none.
 */
async function readNearest(
  scope: OutcomesScope,
  hours: readonly UnboundedHour[],
  zones: ReadonlyMap<number, TimeZone>,
): Promise<SilentHour[]> {
  const toBegin = ({ camera, date, hour }: UnboundedHour) =>
    atLocalTime(date, hour * 60, zones.get(camera) ?? 'UTC');
  const begins = new Set(hours.map((hour) => `${hour.camera} ${toBegin(hour)}`));
  const edges = hours.map((hour, index) => {
    const begin = toBegin(hour);
    const isSilentAfter = (offset: number) => begins.has(`${hour.camera} ${begin + offset}`);
    return {
      index,
      camera: hour.camera,
      before: isSilentAfter(-hourMs) ? null : timestampCell(begin),
      after: isSilentAfter(hourMs) ? null : timestampCell(begin + hourMs),
    };
  });
  const edgesToRead = edges.filter(({ before, after }) => before ?? after);
  const rows = await scope.read<Nearest[]>((sql) => {
    const ofCamera = sql`
      from plate_reads where organization_id = ${scope.organizationId} and camera_pk = e.camera`;
    return sql`
      select e.index, ${toEpochMs(sql, sql`b.seen_at`)} as last_read, ${toEpochMs(sql, sql`a.seen_at`)} as next_read
      from json_to_recordset(${JSON.stringify(edgesToRead)}::text::json)
        e(index int, camera bigint, before timestamptz, after timestamptz)
      left join lateral (
        select coalesce(seen_at, captured_at) as seen_at ${ofCamera} and captured_at < e.before
        order by captured_at desc limit 1) b on true
      left join lateral (
        select coalesce(seen_at, captured_at) as seen_at ${ofCamera} and captured_at >= e.after
        order by captured_at limit 1) a on true`;
  });
  const found = new Map(rows.map((row) => [row.index, row]));
  return hours.map((hour, index) => {
    const { last_read = null, next_read = null } = found.get(index) ?? {};
    return { ...hour, last_read, next_read };
  });
}

interface Nearest extends Pick<SilentHour, 'last_read' | 'next_read'> {
  index: number;
}

/** The cameras of a scope with the hours when they were silent, and how many cars each side of a property saw by day. */
async function readCameras(scope: OutcomesScope, { from, to }: Days): Promise<CameraRows> {
  const [row] = await scope.read<FoundRows[]>(
    (sql) => sql`
      with listed as (
        select c.pk, c.spot_pk, s.timezone, c.name, coalesce(c.direction, f.direction) as direction
        from (select s.pk, s.timezone from ${scopeSpots(sql, scope)}) s
        join cameras c on c.organization_id = ${scope.organizationId} and c.spot_pk = s.pk
        left join camera_feeds f on f.organization_id = c.organization_id and f.pk = c.feed_pk
        where f.revoked_at is null),
      hours as materialized (
        select c.pk, c.spot_pk, c.direction, h.local_date, h.local_hour, h.reads
        from listed c
        cross join lateral (
          select local_date, local_hour, reads from camera_hours
          where organization_id = ${scope.organizationId} and camera_pk = c.pk and reads > 0
            and local_date between ${beforeDays(from)} and ${addDays(to, daysAround)}) h),
      -- The reads of an hour of a week and of the three weeks before, and when it comes next.
      weeks as (
        select pk, local_date, local_hour, min(reads) over recent as low, max(reads) over recent as high,
          lag(local_date, ${sql.literal(usualWeeks - 1)}) over weekly as first_week,
          lead(local_date) over weekly as next_week
        from hours
        window weekly as (partition by pk, local_hour, (local_date - ${beforeDays(from)}) % 7 order by local_date),
          recent as (weekly rows ${sql.literal(usualWeeks - 1)} preceding))
      select
        (select coalesce(json_agg(c order by c.name, c.pk), '[]') from listed c) as cameras,
        (select coalesce(json_agg(json_build_object('camera', pk, 'date', local_date + 7, 'hour', local_hour,
            'low', low, 'high', high)
            order by pk, local_date, local_hour), '[]')
          from weeks
          where first_week = local_date - ${sql.literal(7 * (usualWeeks - 1))} and low >= ${sql.literal(minHourlyCars)}
            and next_week is distinct from local_date + 7
            and local_date + 7 between ${from} and ${to}) as silent,
        (select coalesce(json_agg(d), '[]') from (
            select spot_pk, local_date as date,
              coalesce(lotkeeper.sum_bigint(reads) filter (where direction = 'Entrance'), 0) as entrances,
              coalesce(lotkeeper.sum_bigint(reads) filter (where direction = 'Exit'), 0) as exits
            from hours group by 1, 2) d) as days`,
  );
  const { cameras, silent, days } = must(row, 'cameras and their hours');
  const zones = new Map(cameras.map(({ pk, timezone }) => [pk, timezone]));
  return {
    cameras,
    days,
    silent: silent.length > 0 ? await readNearest(scope, silent, zones) : [],
  };
}

interface SpotRow extends SpotCounts {
  pk: number;
  name: string;
  timezone: TimeZone;
}

/** The properties of a scope: their visits in some days, and those seen on one side only. */
export const readSpotCounts = (scope: OutcomesScope, { from, to }: Days) =>
  scope.read<SpotRow[]>((sql) => {
    const oneSided = (missing: string) => sql`
      (select json_build_object('visits', count(*), 'unexplained', count(*) filter (where outcome = 'unexplained'),
          'uncollected', coalesce(lotkeeper.sum_bigint(uncollected) filter (where outcome = 'unexplained'), 0))
        from one_sided where spot_pk = s.pk and missing = ${missing})`;
    return sql`
      with listed as (select s.pk, s.name, s.timezone from ${scopeSpots(sql, scope)}),
      one_sided as materialized (
        select s.pk as spot_pk, v.outcome, v.uncollected,
          case when v.entrance_at is null then 'Entrance' else 'Exit' end as missing
        from listed s
        cross join lateral (
          select outcome, uncollected, entrance_at from visits
          where organization_id = ${scope.organizationId} and spot_pk = s.pk
            and local_date between ${from} and ${to}
            and outcome <> 'present' and (entrance_at is null or exit_at is null)) v)
      select s.pk, s.name, s.timezone, ${oneSided('Entrance')} as no_entrance, ${oneSided('Exit')} as no_exit,
        (select coalesce(lotkeeper.sum_bigint(visits), 0) from visit_days
          where organization_id = ${scope.organizationId} and spot_pk = s.pk
            and local_date between ${from} and ${to}) as visits
      from listed s`;
  });

/** What a car brought on average at properties in the weeks before days, in cents; 0 without cars. */
async function readCarWorth(
  scope: OutcomesScope,
  spotDays: readonly { spot: number; day: LocalDate }[],
): Promise<(spot: number, day: LocalDate) => number> {
  if (spotDays.length === 0) return () => 0;
  const rows = await scope.read<{ key: string; worth: number }[]>((sql) => {
    const before = sql`organization_id = ${scope.organizationId} and spot_pk = w.spot
      and local_date between w.day - ${sql.literal(7 * usualWeeks)} and w.day - 1`;
    return sql`
      select w.spot || ' ' || w.day as key, coalesce(
        greatest(0, (select lotkeeper.sum_bigint(gross - refunds) from revenue_days where ${before}))::float8
          / nullif((select lotkeeper.sum_bigint(visits) from visit_days where ${before}), 0), 0) as worth
      from (select distinct spot, day from json_to_recordset(${JSON.stringify(spotDays)}::text::json)
        a(spot bigint, day date)) w`;
  });
  const worths = new Map(rows.map(({ key, worth }) => [key, worth]));
  return (spot, day) => worths.get(`${spot} ${day}`) ?? 0;
}

/**
 * What cameras missed in some days and what that probably cost, newest first. Every page, email and alert that names
 * such a cost has it from here.
 */
export async function readCameraGaps(
  scope: OutcomesScope,
  question: Days & { now: Instant },
): Promise<CameraGaps> {
  const [counts, cameras] = await Promise.all([
    readSpotCounts(scope, question),
    readCameras(scope, question),
  ]);
  const { gaps, unjudged } = findCameraGaps(counts, cameras, question);
  const spotDays = gaps.map((gap) => ({ spot: gap.spot.pk, day: findWorthDay(gap) }));
  const worthAt = await readCarWorth(scope, spotDays);
  return { gaps: priceGaps(gaps, (gap) => worthAt(gap.spot.pk, findWorthDay(gap))), unjudged };
}
