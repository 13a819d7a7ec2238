import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { atLocalTime, instant } from '@lotkeeper/contract/kernel/calendar';
import { toMinutes } from '@lotkeeper/contract/operations/recurrence';
import type { Validity } from '@lotkeeper/contract/operations/visitor-codes';
import { findCodeEnd, getValidityType } from '@lotkeeper/contract/operations/visitor-codes';
import type { Recorder } from '../recorder.ts';
import { timestampCell } from '../recorder.ts';
import type { VisitorGrant } from './visitors.ts';
import { isOver } from './visitors.ts';

/** An event of a code; times are the property's wall clock, `HH:MM:SS`. */
export interface GrantingEvent {
  pk: number;
  interval: string;
  date: LocalDate | null;
  end_time: string;
}

/** The last end of a code's events; null when one of them recurs. */
function endOfEvents(events: readonly GrantingEvent[], zone: TimeZone): Instant | null {
  const endTimes = events.map(({ interval, date, end_time }) => {
    if (interval !== 'one_time' || date === null) return Number.POSITIVE_INFINITY;
    return atLocalTime(date, toMinutes(end_time), zone);
  });
  const last = Math.max(...endTimes);
  return Number.isFinite(last) ? instant(last) : null;
}

/** What a code grants to a visitor who uses it at a given time; null when it has expired. */
export function toGrant(
  code: Omit<Validity, 'events'> & { pk: number; events: readonly GrantingEvent[] },
  at: Instant,
  zone: TimeZone,
): VisitorGrant | null {
  const { pk: code_pk, events } = code;
  const validity = { ...code, events: events.map(({ pk }) => pk) };
  switch (getValidityType(validity)) {
    case 'events': {
      const ends_at = endOfEvents(events, zone);
      return ends_at === null || ends_at > at ? { code_pk, kind: 'events', ends_at } : null;
    }
    case 'always':
      return { code_pk, kind: 'always', ends_at: null };
    default: {
      const ends_at = findCodeEnd(validity, at, zone);
      return ends_at !== null && ends_at > at ? { code_pk, kind: 'until', ends_at } : null;
    }
  }
}

type CodeRow = Parameters<typeof toGrant>[0];

/** A code's events, as a JSON array. */
const selectEvents = ({ tx, organizationId }: Recorder) => tx`coalesce((
  select json_agg(json_build_object('pk', e.pk, 'interval', e.interval, 'date', e.date,
    'end_time', e.end_time))
  from visitor_code_events ce
  join events e on e.organization_id = ce.organization_id and e.pk = ce.event_pk
  where ce.organization_id = ${organizationId} and ce.code_pk = c.pk), '[]')`;

/**
 * What a property's codes grant to visitors who use them at a given time; null when one of them isn't the property's,
 * was deleted, or has expired.
 */
export async function readGrants(
  recorder: Recorder,
  spotPk: number,
  codePks: readonly number[],
  at: Instant,
): Promise<VisitorGrant[] | null> {
  const { tx, organizationId } = recorder;
  const zone = recorder.timezoneOf(spotPk);
  const rows = await tx<CodeRow[]>`
    select c.pk, c.always_valid, c.days_valid, c.hours_valid, c.expiration_date,
      ${selectEvents(recorder)} as events
    from visitor_codes c
    where c.organization_id = ${organizationId} and c.spot_pk = ${spotPk}
      and c.pk = any (${codePks}::bigint[]) and c.deleted_at is null
    order by c.pk`;
  const grants = rows.flatMap((row) => toGrant(row, at, zone) ?? []);
  return grants.length === codePks.length ? grants : null;
}

/**
 * Recomputes until when visitors with event codes may park at a property, after its events or the events of its codes
 * have changed. A code without any events left no longer grants anything, and who is over doesn't come back; who had no event left does, without a name.
 */
export async function refreshEventVisitors(
  recorder: Recorder,
  spotPk: number,
  now: Instant,
): Promise<void> {
  const { tx, organizationId } = recorder;
  const codes = await tx<{ pk: number; events: GrantingEvent[] }[]>`
    select c.pk, ${selectEvents(recorder)} as events from visitor_codes c
    where c.organization_id = ${organizationId} and c.spot_pk = ${spotPk} and exists (
      select from visitor_sessions t where t.organization_id = ${organizationId}
        and t.code_pk = c.pk and t.kind = 'events' and t.ended_at is null)
    order by c.pk`;
  if (codes.length === 0) return;
  const zone = recorder.timezoneOf(spotPk);
  const given = codes.map(({ pk, events }) => {
    const ends_at = events.length > 0 ? endOfEvents(events, zone) : null;
    return { pk, ends_at: timestampCell(ends_at), again: events.length > 0 && ends_at === null };
  });
  await tx`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::text::json)
        g(pk bigint, ends_at timestamptz, again boolean)
    ), held as (
      select t.visitor_pk, coalesce(bool_or(g.again), false) as again,
        greatest(max(t.ends_at), max(g.ends_at)) as until
      from visitor_sessions t left join given g on g.pk = t.code_pk and t.kind = 'events'
      where t.organization_id = ${organizationId} and t.ended_at is null and t.visitor_pk in (
        select e.visitor_pk from visitor_sessions e where e.organization_id = ${organizationId}
          and e.code_pk in (select pk from given) and e.kind = 'events' and e.ended_at is null)
      group by t.visitor_pk
    ), changed as (
      select v.pk, h.again, h.until from visitors v join held h on h.visitor_pk = v.pk
      where v.organization_id = ${organizationId} and v.deleted_at is null
        and (v.lasts_until = '-infinity' or not ${isOver(tx, now)})
        and (v.during_events, v.valid_until) is distinct from (h.again, h.until)
      order by v.spot_pk, v.car_pk for update of v
    )
    update visitors v set during_events = c.again, valid_until = c.until,
      name = case when ${isOver(tx, now)} then null else v.name end,
      phone = case when ${isOver(tx, now)} then null else v.phone end from changed c
    where v.organization_id = ${organizationId} and v.pk = c.pk`;
}
