import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { listOccurrences } from '@lotkeeper/contract/operations/recurrence';
import type { EnforcementPolicy } from '../../../records/operations/enforcement-policy.ts';
import type { EventRow } from '../../../records/operations/events.ts';
import { eventColumns, eventsWithin } from '../../../records/operations/events.ts';
import type { RecordReader } from '../../../records/recorder.ts';
import type { ClaimRow } from './settling.queries.ts';

/** An event that a car is a visitor of, and from when. */
interface Granted extends EventRow {
  car_pk: number;
  code_pk: number;
  starts_at: Instant;
  /** When it was revoked, or the visitor's time was over: an event that is moved later brings nobody back; null = neither. */
  ended_at: Instant | null;
}

/** The times of events during which cars park free, within a span of time. */
export async function readEventClaims(
  { tx, organizationId }: RecordReader,
  { spot_pk: spotPk, timezone }: Pick<EnforcementPolicy, 'spot_pk' | 'timezone'>,
  cars: readonly number[],
  span: { from: Instant; until: Instant },
): Promise<ClaimRow[]> {
  // An event of the previous day may end at midnight, after the span has begun.
  const first = addDays(toLocalDate(span.from, timezone), -1);
  const days = { first, last: toLocalDate(span.until, timezone) };
  const granted = await tx<Granted[]>`
    select v.car_pk, s.code_pk, s.starts_at, ${eventColumns(tx)},
      least(s.ended_at, case when v.lasts_until < 'infinity' then v.valid_until end) as ended_at
    from visitors v
    join visitor_sessions s on s.organization_id = v.organization_id and s.visitor_pk = v.pk
      and s.kind = 'events' and s.starts_at <= ${span.until}
      and (s.ended_at is null or s.ended_at > ${span.from})
    join visitor_code_events ce on ce.organization_id = v.organization_id and ce.code_pk = s.code_pk
    join ${eventsWithin(tx, { organizationId, spotPk }, days)} on e.pk = ce.event_pk
    where v.organization_id = ${organizationId} and v.spot_pk = ${spotPk}
      and v.car_pk = any (${cars}::bigint[])`;
  return listOccurrences(granted, days.first, days.last, timezone)
    .map(({ event: { car_pk, code_pk, starts_at, ended_at }, start, end }) => ({
      car_pk,
      by: 'visitor' as const,
      rental_pk: null,
      rental: null,
      code_pk,
      from: instant(Math.max(start, starts_at)),
      until: instant(Math.min(end, ended_at ?? end)),
    }))
    .filter(({ from, until }) => from < until && from <= span.until && until > span.from);
}
