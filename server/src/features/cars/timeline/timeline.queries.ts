import type { TimelineEvent } from '@lotkeeper/contract/cars/timeline';
import { enforcementPictures } from '@lotkeeper/contract/cars/timeline';
import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  eachDay,
  startOfDay,
  toIso,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import type { AuditAct, AuditSubject } from '@lotkeeper/contract/trust/audit-entries';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { must } from '../../../kernel/must.ts';
import type { DaySpan } from '../../../records/day-spans.ts';
import { netRevenue } from '../../../records/money/revenue.ts';
import type { EventRow } from '../../../records/operations/events.ts';
import { eventColumns, eventsWithin } from '../../../records/operations/events.ts';

/** A property's revenue on a day, in cents. */
export interface DayRow {
  local_date: LocalDate;
  gross: number;
  net: number;
  rentals: number;
  enforcement: number;
  enforcement_count: number;
}

/** Something that was reported about a property. */
export interface NoteRow {
  kind: Exclude<TimelineEvent['event'], 'daily_revenue' | 'enforcement'>;
  title: string;
  description: string;
  images: string[];
  happened_at: Instant;
}

type Values = Record<string, unknown> | null;

/** A person's change of prices or the team; `name` is the current name of the rate or the member. */
export interface ActRow {
  act: AuditAct;
  subject_type: AuditSubject;
  name: string | null;
  before: Values;
  after: Values;
  happened_at: Instant;
}

/** Everything that happened in a range of days. Images are uuids. */
export interface TimelineRows {
  days: DayRow[];
  pictures: { day: LocalDate; images: string[] }[];
  notes: NoteRow[];
  prices: ActRow[];
  team: ActRow[];
  events: EventRow[];
}

const spotFilter = (sql: Sql, { organizationId, spotPk }: SpotScope) =>
  sql`organization_id = ${organizationId} and spot_pk = ${spotPk}`;

const isTeamEntry = (sql: Sql, { organizationId }: SpotScope) => sql`
  organization_id = ${organizationId} and (act = 'accept' or subject_type = 'person')`;

/** Days with revenue or refunds; a free rental counts. */
const activityFilter = (sql: Sql) => sql`
  (rentals <> 0 or gross <> 0 or refunds <> 0 or processing_fee <> 0 or commission <> 0)`;

interface NewestRow {
  day: LocalDate | null;
  event: LocalDate | null;
  at: Instant | null;
}

/** SQL for the last day, one-time event and time before `before` with something on them. */
function selectNewest(sql: Sql, scope: SpotScope, before: LocalDate, withTeam: boolean): Fragment {
  const until = startOfDay(before, scope.timezone);
  const at = sql`greatest(
    (select happened_at from timeline_notes where ${spotFilter(sql, scope)} and happened_at < ${until}
      order by happened_at desc limit 1),
    (select happened_at from audit_entries where ${spotFilter(sql, scope)} and happened_at < ${until}
      order by happened_at desc limit 1),
    (select happened_at from audit_entries where ${withTeam} and ${isTeamEntry(sql, scope)}
      and happened_at < ${until} order by happened_at desc limit 1))`;
  return sql`
    select
      (select local_date from revenue_days where ${spotFilter(sql, scope)} and local_date < ${before}
        and ${activityFilter(sql)} order by local_date desc limit 1) as day,
      (select date from events where ${spotFilter(sql, scope)} and interval = 'one_time' and date < ${before}
        order by date desc limit 1) as event,
      ${toEpochMs(sql, at)} as at`;
}

function toNewestDay({ day, event, at }: NewestRow, { timezone }: SpotScope): LocalDate | null {
  const noted = at === null ? null : toLocalDate(at, timezone);
  const days = [day, event, noted].filter((date) => date !== null);
  return days.toSorted().at(-1) ?? null;
}

/** The last day before `before` with something on it, besides repeated events. */
export async function newestDayBefore(
  scope: SpotScope,
  before: LocalDate,
  withTeam: boolean,
): Promise<LocalDate | null> {
  const [row] = await scope.read<NewestRow[]>(
    (sql) => sql`${selectNewest(sql, scope, before, withTeam)}`,
  );
  return row ? toNewestDay(row, scope) : null;
}

const list = (sql: Sql, rows: Fragment) => sql`
  (select coalesce(json_agg(r), '[]') from (${rows}) r)`;

const dayRows = (sql: Sql, scope: SpotScope, { from, to }: DaySpan) => sql`
  select local_date, sum(gross) as gross, sum(rentals) as rentals, sum(enforcement) as enforcement,
    sum(${netRevenue(sql)}) as net,
    sum(enforcement_count) as enforcement_count
  from revenue_days
  where ${spotFilter(sql, scope)} and local_date between ${from} and ${to} and ${activityFilter(sql)}
  group by local_date`;

/** The newest images of violations on each day, with days by the property's clock. */
function pictureRows(sql: Sql, scope: SpotScope, { from, to }: DaySpan) {
  const getDayStart = (day: LocalDate) => toIso(startOfDay(day, scope.timezone));
  const days = eachDay(from, to).map((day) => ({
    day,
    starts: getDayStart(day),
    ends: getDayStart(addDays(day, 1)),
  }));
  return sql`
    select d.day, json_agg(v.image order by v.created_at desc) as images
    from json_to_recordset(${JSON.stringify(days)}::text::json)
      as d(day date, starts timestamptz, ends timestamptz)
    cross join lateral (
      select image, created_at from violations
      where ${spotFilter(sql, scope)} and created_at >= d.starts and created_at < d.ends and image is not null
      order by created_at desc limit ${sql.literal(enforcementPictures)}) v
    group by d.day`;
}

/** Everything in a range of days, by several kinds, and the last day with something on it before, in one round trip. */
export async function readTimelineRows(
  scope: SpotScope,
  days: DaySpan,
  withTeam: boolean,
): Promise<TimelineRows & { older: LocalDate | null }> {
  const from = startOfDay(days.from, scope.timezone);
  const until = startOfDay(addDays(days.to, 1), scope.timezone);
  const isWithin = (sql: Sql) => sql`happened_at >= ${from} and happened_at < ${until}`;
  const [row] = await scope.read<(TimelineRows & { newest: NewestRow })[]>(
    (sql) => sql`
      select (select to_json(n) from (${selectNewest(sql, scope, days.from, withTeam)}) n) as newest,
        ${list(sql, dayRows(sql, scope, days))} as days,
        ${list(sql, pictureRows(sql, scope, days))} as pictures,
        ${list(
          sql,
          sql`select kind, title, description, images, ${toEpochMs(sql, sql`happened_at`)} as happened_at from timeline_notes
            where ${spotFilter(sql, scope)} and ${isWithin(sql)} order by timeline_notes.happened_at desc, pk desc`,
        )} as notes,
        ${list(
          sql,
          sql`select act, subject_type, before, after, ${toEpochMs(sql, sql`happened_at`)} as happened_at,
              coalesce(after->>'name', before->>'name') as name
            from audit_entries where ${spotFilter(sql, scope)} and ${isWithin(sql)}
            order by audit_entries.happened_at desc, pk desc`,
        )} as prices,
        ${list(
          sql,
          sql`select act, subject_type, before, after, ${toEpochMs(sql, sql`happened_at`)} as happened_at, (
              select concat_ws(' ', p.first_name, p.last_name) from people p
              where p.pk = case act when 'accept' then person_pk else subject_pk end
            ) as name
            from audit_entries where ${withTeam} and ${isTeamEntry(sql, scope)} and ${isWithin(sql)}
            order by audit_entries.happened_at desc, pk desc`,
        )} as team,
        ${list(
          sql,
          sql`select ${eventColumns(sql)} from
            ${eventsWithin(sql, scope, { first: days.from, last: days.to })} where e.interval <> 'daily'`,
        )} as events`,
  );
  const { newest, ...rows } = must(row, 'timeline');
  return { ...rows, older: toNewestDay(newest, scope) };
}
