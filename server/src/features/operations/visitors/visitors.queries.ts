import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toEpochSeconds, toIso } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { Visitor } from '@lotkeeper/contract/operations/visitors';
import {
  expiringHours,
  foundVisitors,
  visitorsPageSize,
} from '@lotkeeper/contract/operations/visitors';
import type { Scope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql, Tx } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { isOver } from '../../../records/operations/visitors.ts';

interface Place {
  organizationId: number;
  spotPk: number;
}

/** Where visitors are searched. */
export type VisitorPlace = Scope & Place;

interface VisitorRow {
  pk: number;
  name: string | null;
  phone: string | null;
  codes: Visitor['codes'];
  car_details: Visitor['car_details'];
  validation_source: Visitor['validation_source'];
  is_always_valid: boolean;
  during_events: boolean;
  valid_until: Instant | null;
  ends: (string | null)[];
  created_at: Instant;
  updated_at: Instant;
}

/** Which visitors expire after `since` and not after `upTo`; null = at any time, or never. */
interface Span {
  since: Instant;
  upTo: Instant | null;
}

const getSpan = (expiring: boolean, now: Instant): Span => ({
  since: now,
  upTo: expiring ? instant(now + expiringHours * hourMs) : null,
});

const whereSpot = (sql: Sql, { organizationId, spotPk }: Place) => sql`
  organization_id = ${organizationId} and spot_pk = ${spotPk}`;

/** Visitors for the wire, with what gives them the right to park at `now`. */
const visitors = (sql: Sql, scope: Place, condition: Fragment, now: Instant) => sql`
  select v.pk, v.name, v.phone, v.validation_source, v.is_always_valid, v.during_events, v.valid_until,
    v.created_at, v.updated_at, s.codes, s.ends,
    json_build_object('plate', c.plate, 'state', c.state, 'country', c.country) as car_details
  from visitors v
  join cars c on c.organization_id = ${scope.organizationId} and c.pk = v.car_pk
  cross join lateral (
    select
      coalesce(json_agg(distinct jsonb_build_object('pk', k.pk, 'code', k.code))
        filter (where k.pk is not null), '[]') as codes,
      coalesce(json_agg(t.ends_at order by t.ends_at), '[]') as ends
    from visitor_sessions t
    left join visitor_codes k on k.organization_id = t.organization_id and k.pk = t.code_pk
    where t.organization_id = ${scope.organizationId} and t.visitor_pk = v.pk and t.ended_at is null
      and (t.ends_at is null or t.ends_at > ${now})) s
  where v.organization_id = ${scope.organizationId} and v.spot_pk = ${scope.spotPk}
    and v.deleted_at is null and ${condition}
  order by v.lasts_until, v.pk`;

function describeValidity(row: VisitorRow): string {
  if (row.is_always_valid) return 'Always valid';
  if (row.during_events) return 'During events';
  if (row.codes.length > 0) return `By code ${row.codes.map(({ code }) => code).join(', ')}`;
  return row.ends.length > 0 ? 'Validated by staff' : 'Not validated';
}

function toVisitor(found: VisitorRow): Visitor {
  const { ends, during_events, ...row } = found;
  const open = row.is_always_valid || during_events;
  return {
    ...row,
    validity_reason: describeValidity(found),
    valid_until: open || row.valid_until === null ? null : toEpochSeconds(row.valid_until),
    visitor_sessions: ends.map((end) => ({ end_datetime: end })),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}

/**
 * How many visitors may park: whole hours are already counted, so only those who expire in the first and the last hour
 * are checked individually.
 */
async function countVisitors(scope: VisitorPlace, { since, upTo }: Span): Promise<number> {
  const nextHour = (Math.floor(since / hourMs) + 1) * hourMs;
  const lastHour = upTo === null ? null : Math.floor(upTo / hourMs) * hourMs;
  const [row] = await scope.read<{ count: number }[]>(
    (sql) => sql`
      select (
        (select coalesce(sum(visitors), 0) from visitor_hours where ${whereSpot(sql, scope)}
          and ends_in >= ${nextHour} ${lastHour === null ? sql`` : sql`and ends_in < ${lastHour}`})
        + (select count(*) from visitors where ${whereSpot(sql, scope)} and deleted_at is null
          and lasts_until > ${since} and lasts_until < ${nextHour})
        ${
          upTo === null
            ? sql``
            : sql`+ (select count(*) from visitors where ${whereSpot(sql, scope)} and deleted_at is null
              and lasts_until >= ${lastHour} and lasts_until <= ${upTo})`
        })::bigint as count`,
  );
  return must(row, 'count of visitors').count;
}

async function readPage(scope: VisitorPlace, { since, upTo }: Span, page: number) {
  const rows = await scope.read<VisitorRow[]>(
    (sql) =>
      sql`${visitors(
        sql,
        scope,
        sql`v.pk in (
        select pk from visitors where ${whereSpot(sql, scope)} and deleted_at is null
          and lasts_until > ${since} ${upTo === null ? sql`` : sql`and lasts_until <= ${upTo}`}
        order by lasts_until, pk limit ${sql.literal(visitorsPageSize)}
        offset ${(page - 1) * visitorsPageSize})`,
        since,
      )}`,
  );
  return rows.map(toVisitor);
}

/** A page of the visitors who may park, those who expire first at the top. */
export async function listVisitorRows(
  scope: VisitorPlace,
  { expiring, page }: { expiring: boolean; page: number },
  now: Instant,
) {
  const span = getSpan(expiring, now);
  const [count, results] = await Promise.all([
    countVisitors(scope, span),
    readPage(scope, span, page),
  ]);
  return { results, count };
}

/** Like `listVisitorRows`, for visitors that match one of the words; no more than `foundVisitors`. */
export async function searchVisitorRows(
  scope: VisitorPlace,
  { expiring, page, words }: { expiring: boolean; page: number; words: readonly string[] },
  now: Instant,
) {
  const { since, upTo } = getSpan(expiring, now);
  const found = await scope.read<{ pk: number }[]>(
    (sql) => sql`
      select pk from lotkeeper.find_visitors(${scope.organizationId}, ${scope.spotPk},
        ${words}::text[], ${since}, ${upTo === null ? sql`'infinity'` : upTo}, ${foundVisitors}) pk`,
  );
  const from = (page - 1) * visitorsPageSize;
  const pks = found.slice(from, from + visitorsPageSize).map(({ pk }) => pk);
  return { results: await readVisitors(scope, pks, now), count: found.length };
}

/**
 * A visitor as a change finds it, locked until the change is done; undefined when it doesn't exist, or is over: no list
 * shows it any more, nor one who waited a day for somebody to validate them.
 */
export async function lockVisitor(
  tx: Tx,
  place: Place,
  pk: number,
  now: Instant,
): Promise<Visitor | undefined> {
  await tx`select from visitors where ${whereSpot(tx, place)} and pk = ${pk} for update`;
  const isListed = tx`v.pk = ${pk} and not ${isOver(tx, now)}`;
  const [row] = await tx<VisitorRow[]>`${visitors(tx, place, isListed, now)}`;
  return row && toVisitor(row);
}

/** Visitors by their pks. */
export async function readVisitors(
  scope: VisitorPlace,
  pks: readonly number[],
  now: Instant,
): Promise<Visitor[]> {
  if (pks.length === 0) return [];
  const rows = await scope.read(
    (sql) => sql<VisitorRow[]>`${visitors(sql, scope, sql`v.pk = any (${pks}::bigint[])`, now)}`,
  );
  return rows.map(toVisitor);
}
