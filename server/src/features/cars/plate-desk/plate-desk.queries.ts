import type { VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import type { Hold } from '@lotkeeper/contract/cars/plate-desk';
import {
  claimMinutes,
  maxOthers,
  maxUnread,
  maxWaiting,
} from '@lotkeeper/contract/cars/plate-desk';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { selectSureness } from '../../../records/cars/sureness.ts';
import { isElsewhere } from '../visits/public.ts';
import type { Reader } from './learning.queries.ts';
import { readLikelyPlate } from './learning.queries.ts';
import type { LikelyPlate } from './likely-plates.rules.ts';

/** A visit at the desk. */
export interface DeskVisitRow {
  pk: number;
  plate: string;
  state: string | null;
  spot: { pk: number; name: string; timezone: string };
  entrance_at: Instant | null;
  exit_at: Instant | null;
  entrance_image: string | null;
  exit_image: string | null;
  entrance_plate_image: string | null;
  exit_plate_image: string | null;
  outcome: VisitOutcome | null;
  uncollected: Cents;
  doubtful: boolean;
  held: Hold | null;
  was_decided: boolean;
  /** Whether it is of a car of the organization. */
  is_known: boolean;
  /** Whether the plate was at another property while it was here. */
  is_elsewhere: boolean;
  readings: ReadingRow[];
  others: OtherVisitRow[];
  unread: UnreadRow[];
  /** The plate of a car of the organization that a camera may have mistaken for this one. */
  likely: LikelyPlate | null;
}

/** Another visit at the property, near in time, that may be of the same stay. */
export interface OtherVisitRow {
  pk: number;
  plate: string;
  state: string | null;
  entrance_at: Instant | null;
  exit_at: Instant | null;
  image: string | null;
  is_known: boolean;
  outcome: VisitOutcome | null;
  /** How sure the surest read is; null if no camera says. */
  sureness: number | null;
}

/** A read without a plate at the end that the visit lacks. */
interface UnreadRow {
  read: number;
  camera: string | null;
  /** In seconds since 1970. */
  captured_at: number;
  image: string | null;
}

interface ReadingRow {
  pk: number;
  camera_pk: number | null;
  camera: string | null;
  direction: 'Entrance' | 'Exit' | null;
  /** In seconds since 1970. */
  captured_at: number;
  plate: string;
  state: string | null;
  confidence: number | null;
  /** What the read counts as. */
  sureness: number | null;
  candidates: { plate: string; confidence: number | null }[];
}

interface Choice {
  /** null = of all properties. */
  spot: number | null;
  skipped: readonly number[];
  /** The visit to take, if nobody else has it. */
  visit?: number | undefined;
}

/** A property's visits that wait for a person, newest day first; `limit` many. */
function selectWaiting(
  sql: Sql,
  { organizationId }: OrganizationScope,
  spot: number | null,
  { now, condition = sql``, limit }: { now: Instant; condition?: Fragment; limit: number },
): Fragment {
  const today = toLocalDate(now, 'UTC');
  return sql`
    select w.* from spots s
    cross join lateral (
      select v.pk, v.local_date from visits v
      where v.organization_id = ${organizationId} and v.spot_pk = s.pk and v.reviewed_at is null
        and (v.outcome = 'unexplained' or v.verdict is not null) and v.local_date >= ${today}::date - s.desk_days and v.decided
        and (v.verdict is not null or case s.desk_shows
          when 'held' then v.held is not null when 'entered' then v.entrance_at is not null else true end)
        ${condition}
      order by v.local_date desc, v.pk desc limit ${sql.literal(limit)}) w
    where s.organization_id = ${organizationId} ${spot === null ? sql`` : sql`and s.pk = ${spot}`}
    order by w.local_date desc, w.pk desc limit ${sql.literal(limit)}`;
}

/** Visits of others that nobody else may take. */
const isFree = (sql: Sql, scope: OrganizationScope, now: Instant) => sql`
  not exists (select from desk_claims c
    where c.organization_id = ${scope.organizationId} and c.visit_pk = v.pk
      and c.person_pk <> ${scope.person.pk} and c.expires_at > ${now})`;

/** Others may take the same visit at the same moment; then the next one is tried. */
const maxTries = 5;

/**
 * Takes the next visit that waits and that nobody else is looking at, and releases what the person had before. Returns
 * its pk, or null if there is none.
 */
export function takeNext(
  scope: OrganizationScope,
  { spot, skipped, visit }: Choice,
  now: Instant,
): Promise<number | null> {
  const { organizationId, person } = scope;
  const expires_at = instant(now + claimMinutes * minuteMs);
  return scope.write(async (tx) => {
    await tx`
      delete from desk_claims where organization_id = ${organizationId} and person_pk = ${person.pk}`;
    const take = async (pk: number) => {
      const claims = await tx`
        insert into desk_claims as c (organization_id, visit_pk, person_pk, expires_at)
        select organization_id, pk, ${person.pk}, ${expires_at} from visits
        where organization_id = ${organizationId} and pk = ${pk} and reviewed_at is null
        on conflict (organization_id, visit_pk) do update
          set person_pk = excluded.person_pk, expires_at = excluded.expires_at
          where c.expires_at <= ${now}
        returning visit_pk`;
      return claims.length > 0;
    };
    if (visit !== undefined && (await take(visit))) return visit;
    for (let count = 0; count < maxTries; count++) {
      const condition = tx`
        and ${isFree(tx, scope, now)} and v.pk <> all (${[...skipped]}::bigint[])`;
      const [next] = await tx<
        { pk: number; local_date: LocalDate }[]
      >`${selectWaiting(tx, scope, spot, { now, condition, limit: 1 })}`;
      if (!next) return null;
      if (await take(next.pk)) return next.pk;
    }
    return null;
  });
}

/** How many visits wait for a person, up to a thousand. */
export async function countWaiting(
  scope: OrganizationScope,
  spot: number | null,
  now: Instant,
): Promise<{ waiting: number; has_cameras: boolean }> {
  const [row] = await scope.read<{ waiting: number; has_cameras: boolean }[]>(
    (sql) => sql`
      select (select count(*) from (${selectWaiting(sql, scope, spot, { now, limit: maxWaiting })}) w) as waiting,
        exists (select from cameras where organization_id = ${scope.organizationId}
          and ${spot === null ? sql`spot_pk is not null` : sql`spot_pk = ${spot}`}) as has_cameras`,
  );
  return must(row, 'count of waiting visits');
}

/**
 * Visits that begin within a day of this one and that may be of the same stay: those with the end that this one lacks,
 * and those with a similar plate.
 */
const selectOthers = (sql: Sql, organizationId: number, pk: number) => sql<OtherVisitRow[]>`
  select o.*, (select max(${selectSureness(sql, 'plate_reads')}) from plate_reads
    where organization_id = ${organizationId} and visit_pk = o.pk) as sureness
  from (
    -- Computed apart: an index is only used for what can't reveal rows of others, as a difference of times might.
    select spot_pk, entrance_at, exit_at, plate_key, coalesce(entrance_at, exit_at) as first,
      coalesce(entrance_at, exit_at) - interval '1 day' as since,
      coalesce(exit_at, entrance_at) + interval '1 day' as until
    from visits where organization_id = ${organizationId} and pk = ${pk} offset 0) v
  cross join lateral (
    select o.pk, o.plate, o.state, o.entrance_at, o.exit_at, o.outcome, o.car_pk is not null as is_known,
      coalesce(o.entrance_plate_image, o.exit_plate_image, o.entrance_image, o.exit_image) as image
    from visits o
    where o.organization_id = ${organizationId} and o.spot_pk = v.spot_pk and o.pk <> ${pk}
      and o.verdict is distinct from 'not_customer'
      and case when o.entrance_at is null then o.exit_at else o.entrance_at end
        between v.since and v.until
      and (v.entrance_at is null and o.exit_at is null and o.entrance_at <= v.exit_at
        or v.exit_at is null and o.entrance_at is null and o.exit_at >= v.entrance_at
        or similarity(o.plate_key, v.plate_key) >= 0.3)
      and exists (select from plate_reads r where r.organization_id = ${organizationId} and r.visit_pk = o.pk)
    order by similarity(o.plate_key, v.plate_key) desc,
      abs(extract(epoch from coalesce(o.entrance_at, o.exit_at) - v.first)), o.pk
    limit ${maxOthers}) o`;

/** The reads without a plate within a day of a visit's only end, at the other one. */
const selectUnread = (sql: Sql, organizationId: number, pk: number) => sql<UnreadRow[]>`
  select r.pk as read, c.name as camera, floor(extract(epoch from r.at))::bigint as captured_at, r.image
  from (
    -- Computed apart: an index is only used for what can't reveal rows of others.
    select spot_pk, entrance_at, exit_at,
      coalesce(entrance_at, exit_at - interval '1 day') as since,
      coalesce(exit_at, entrance_at + interval '1 day') as until
    from visits where organization_id = ${organizationId} and pk = ${pk}
      and (entrance_at is null or exit_at is null) offset 0) v
  cross join lateral (
    select pk, camera_pk, direction, coalesce(seen_at, captured_at) as at, coalesce(plate_image, image) as image
    from plate_reads
    where organization_id = ${organizationId} and spot_pk = v.spot_pk and plate_fold = ''
      and captured_at between v.since and v.until and visit_pk is null and not superseded) r
  left join cameras c on c.organization_id = ${organizationId} and c.pk = r.camera_pk
  where coalesce(r.direction, c.direction, '') <> case when v.entrance_at is null then 'Exit' else 'Entrance' end
  order by abs(extract(epoch from r.at - coalesce(v.entrance_at, v.exit_at))), r.pk
  limit ${maxUnread}`;

const selectVisit = (sql: Sql, organizationId: number, pk: number) => sql<
  Omit<DeskVisitRow, 'others' | 'likely' | 'unread'>[]
>`
  select v.pk, v.plate, v.state, v.entrance_at, v.exit_at, v.entrance_image, v.exit_image,
    v.entrance_plate_image, v.exit_plate_image, v.outcome, v.uncollected, v.doubtful, v.held,
    v.car_pk is not null as is_known,
    json_build_object('pk', s.pk, 'name', s.name, 'timezone', s.timezone) as spot,
    exists (select from desk_decisions d where d.organization_id = ${organizationId} and d.visit_pk = v.pk
      and d.undone_at is null) as was_decided,
    ${isElsewhere(sql, organizationId, sql`coalesce(v.exit_at, v.entrance_at)`)} as is_elsewhere,
    (
      select coalesce(json_agg(json_build_object('pk', r.pk, 'camera_pk', r.camera_pk, 'camera', c.name,
        'direction', coalesce(r.direction, c.direction),
        'captured_at', floor(extract(epoch from coalesce(r.seen_at, r.captured_at)))::bigint,
        'plate', r.plate, 'state', r.state, 'confidence', r.confidence,
        'sureness', ${selectSureness(sql, 'r')},
        'candidates', coalesce(r.candidates, '[]'::jsonb)) order by coalesce(r.seen_at, r.captured_at), r.pk), '[]')
      from plate_reads r
      left join cameras c on c.organization_id = ${organizationId} and c.pk = r.camera_pk
      where r.organization_id = ${organizationId} and r.visit_pk = v.pk and not r.superseded) as readings
  from visits v
  join spots s on s.organization_id = ${organizationId} and s.pk = v.spot_pk
  where v.organization_id = ${organizationId} and v.pk = ${pk}`;

/** A visit with what cameras read of it, others that may be of the same stay, and a likelier plate. */
export async function readDeskVisit(reader: Reader, pk: number): Promise<DeskVisitRow> {
  const [[visit], others, unread] = await Promise.all([
    reader.read((sql) => selectVisit(sql, reader.organizationId, pk)),
    reader.read((sql) => selectOthers(sql, reader.organizationId, pk)),
    reader.read((sql) => selectUnread(sql, reader.organizationId, pk)),
  ]);
  const row = must(visit, 'visit at the desk');
  const likely = await readLikelyPlate(reader, row);
  return { ...row, others: [...others], unread: [...unread], likely };
}
