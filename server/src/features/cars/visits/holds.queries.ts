import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { isClockDoubtful } from '../../../records/cars/camera-clocks.ts';
import { selectSureness } from '../../../records/cars/sureness.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { timestampCell } from '../../../records/recorder.ts';
import { isElsewhere } from './elsewhere.ts';
import type { ChargedReading } from './holds.rules.ts';
import type { Span, WatchedCamera } from './outages.rules.ts';
import { listOutageDays } from './outages.rules.ts';

interface FactsRow {
  pk: number;
  /** Whether its plate was read at another property before it owed anything, or before it left. */
  is_elsewhere: boolean;
  readings: ChargedReading[];
}

/** What cameras and people know of visits that owe something. */
export async function readChargeFacts(
  { tx, organizationId }: Recorder,
  visits: readonly { pk: number; until: Instant }[],
): Promise<Map<number, FactsRow>> {
  const debts = visits.map(({ pk, until }) => ({ pk, until: timestampCell(until) }));
  const rows = await tx<FactsRow[]>`
    select v.pk, ${isElsewhere(tx, organizationId, tx`d.until`)} as is_elsewhere,
      (select coalesce(json_agg(json_build_object('at', ${toEpochMs(tx, tx`coalesce(r.seen_at, r.captured_at)`)},
          'received_at', ${toEpochMs(tx, tx`r.received_at`)}, 'camera_pk', r.camera_pk, 'plate_key', r.plate_key,
          'is_preview', r.preview,
          'state', r.state, 'confidence', ${selectSureness(tx, 'r')}, 'direction', coalesce(r.direction, c.direction))), '[]')
        from plate_reads r
        left join cameras c on c.organization_id = ${organizationId} and c.pk = r.camera_pk
        where r.organization_id = ${organizationId} and r.visit_pk = v.pk and not r.superseded) as readings
    from json_to_recordset(${JSON.stringify(debts)}::text::json) d(pk bigint, until timestamptz)
    join visits v on v.organization_id = ${organizationId} and v.pk = d.pk`;
  return new Map(rows.map((row) => [row.pk, row]));
}

/**
 * A property's cameras that see cars leave, with their reads around a span, and whether their last read came at another
 * time than their clock says.
 */
export async function readWatchedCameras(
  { tx, organizationId }: Recorder,
  spotPk: number,
  span: Span,
  time: { zone: TimeZone; now: Instant },
): Promise<(WatchedCamera & { isClockDoubtful: boolean })[]> {
  const rows = await tx<
    (Omit<WatchedCamera, 'reads'> & {
      reads: Record<string, number>;
      recent_delays_ms: number[];
      clock_offset_ms: number;
    })[]
  >`
    select c.first_seen_at, c.last_beat_at, c.last_read_at, c.heartbeat_every_ms, f.revoked_at,
      c.recent_delays_ms, c.clock_offset_ms,
      (select coalesce(json_object_agg(h.local_date || ' ' || h.local_hour, h.reads), '{}') from camera_hours h
        where h.organization_id = ${organizationId} and h.camera_pk = c.pk
          and h.local_date = any (${listOutageDays(span, time)}::date[])) as reads
    from cameras c
    left join camera_feeds f on f.organization_id = ${organizationId} and f.pk = c.feed_pk
    where c.organization_id = ${organizationId} and c.spot_pk = ${spotPk}
      and coalesce(c.direction, f.direction) is distinct from 'Entrance'`;
  return rows.map(({ reads, recent_delays_ms, clock_offset_ms, ...camera }) => ({
    ...camera,
    reads: new Map(Object.entries(reads)),
    isClockDoubtful: isClockDoubtful(recent_delays_ms, clock_offset_ms),
  }));
}
