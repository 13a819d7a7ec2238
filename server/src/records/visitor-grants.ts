import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  atLocalTime,
  dayMs,
  hourMs,
  instant,
  startOfDay,
} from '@lotkeeper/contract/kernel/calendar';
import type { Validity } from '@lotkeeper/contract/visitor-codes';
import { validityTypeOf } from '@lotkeeper/contract/visitor-codes';
import type { Recorder } from './recorder.ts';
import type { VisitorGrant } from './visitors.ts';

/** The last second of a day at a property, which people read as 23:59. */
const lastSecondOf = (date: LocalDate, zone: TimeZone): Instant =>
  instant(startOfDay(addDays(date, 1), zone) - 1000);

/** An event of a code; times by the property's wall clock, `HH:MM:SS`. */
export interface GrantingEvent {
  pk: number;
  interval: string;
  date: LocalDate | null;
  end_time: string;
}

/** The last end of a code's events; null when one of them comes again and again. */
function endOfEvents(events: readonly GrantingEvent[], zone: TimeZone): Instant | null {
  const ends = events.map(({ interval, date, end_time }) => {
    if (interval !== 'one_time' || date === null) return Number.POSITIVE_INFINITY;
    const [hours = 0, minutes = 0] = end_time.split(':').map(Number);
    return atLocalTime(date, hours * 60 + minutes, zone);
  });
  const last = Math.max(...ends);
  return Number.isFinite(last) ? instant(last) : null;
}

/** What a code gives who uses it at a moment; null when it has run out. */
export function grantOf(
  code: Omit<Validity, 'events'> & { pk: number; events: readonly GrantingEvent[] },
  at: Instant,
  zone: TimeZone,
): VisitorGrant | null {
  const { pk: code_pk, days_valid, hours_valid, expiration_date, events } = code;
  const until = (ends_at: Instant) =>
    ends_at > at ? { code_pk, kind: 'until' as const, ends_at } : null;
  switch (validityTypeOf({ ...code, events: events.map(({ pk }) => pk) })) {
    case 'events': {
      const ends_at = endOfEvents(events, zone);
      return ends_at === null || ends_at > at ? { code_pk, kind: 'events', ends_at } : null;
    }
    case 'temporary':
      return until(instant(at + (days_valid ?? 0) * dayMs + (hours_valid ?? 0) * hourMs));
    case 'always':
      return { code_pk, kind: 'always', ends_at: null };
    case 'expiration':
      return expiration_date && until(lastSecondOf(expiration_date, zone));
    default:
      return null;
  }
}

type CodeRow = Parameters<typeof grantOf>[0];

/**
 * What codes of a property give who uses them at a moment; null when one of them is not the property's, was
 * deleted or has run out.
 */
export async function grantsOf(
  recorder: Recorder,
  spotPk: number,
  codePks: readonly number[],
  at: Instant,
): Promise<VisitorGrant[] | null> {
  const { tx, organizationId } = recorder;
  const zone = recorder.timezoneOf(spotPk);
  const rows = await tx<CodeRow[]>`
    select c.pk, c.always_valid, c.days_valid, c.hours_valid, c.expiration_date, coalesce((
      select json_agg(json_build_object('pk', e.pk, 'interval', e.interval, 'date', e.date,
        'end_time', e.end_time))
      from visitor_code_events ce
      join events e on e.organization_id = ce.organization_id and e.pk = ce.event_pk
      where ce.organization_id = ${organizationId} and ce.code_pk = c.pk), '[]') as events
    from visitor_codes c
    where c.organization_id = ${organizationId} and c.spot_pk = ${spotPk}
      and c.pk = any (${codePks}::bigint[]) and c.deleted_at is null
    order by c.pk`;
  const grants = rows.flatMap((row) => grantOf(row, at, zone) ?? []);
  return grants.length === codePks.length ? grants : null;
}
