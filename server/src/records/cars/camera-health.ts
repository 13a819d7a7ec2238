import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { instant, offsetAt, toLocalDate, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { improbable, usualDays } from './usual-reads.ts';

/** When a camera was last active. */
export interface CameraLife {
  first_seen_at: Instant;
  last_beat_at: Instant | null;
  last_read_at: Instant | null;
  /** Its heartbeat interval; null = it sends none. */
  heartbeat_every_ms: number | null;
}

/** An hour of a property's calendar, and the fraction of it that counts. */
export interface PartOfHour {
  local_date: LocalDate;
  local_hour: number;
  /** 0 to 1. */
  share: number;
}

const weekMs = 7 * dayMs;
/** Without a week of data, a camera may be quiet for a day. */
const quietUnknownMs = dayMs;
/** How many heartbeats may be missed, and the minimum time allowed for that. */
const missedBeats = 5;
const leastBeatMs = 5 * minuteMs;

/** The hours, whole and in part, from one time to another, going back a week or less. */
export function hoursBetween(from: Instant, now: Instant, zone: TimeZone): PartOfHour[] {
  const hourParts: PartOfHour[] = [];
  let at = instant(Math.max(from, now - weekMs));
  while (at < now) {
    const wall = at + offsetAt(at, zone);
    const next = instant(Math.min(now, at + hourMs - (((wall % hourMs) + hourMs) % hourMs)));
    hourParts.push({
      local_date: toLocalDate(at, zone),
      local_hour: toLocalHour(at, zone),
      share: (next - at) / hourMs,
    });
    at = next;
  }
  return hourParts;
}

/** A camera's reads in an hour of its property's calendar. */
export type ReadsIn = (date: LocalDate, hour: number) => number;

/** The mean of an hour on the same weekday of the last four weeks; null without a week of data. */
export function usualReads(
  hour: Pick<PartOfHour, 'local_date' | 'local_hour'>,
  firstSeen: LocalDate,
  readsIn: ReadsIn,
): number | null {
  const days = usualDays(hour.local_date, firstSeen);
  if (days.length === 0) return null;
  return days.reduce((sum, day) => sum + readsIn(day, hour.local_hour), 0) / days.length;
}

/** How many reads these hours usually have; null without a week of data. */
export function expectedReads(
  hours: readonly PartOfHour[],
  firstSeen: LocalDate,
  readsIn: ReadsIn,
): number | null {
  let sum = 0;
  for (const hour of hours) {
    const usual = usualReads(hour, firstSeen, readsIn);
    if (usual === null) return null;
    sum += usual * hour.share;
  }
  return sum;
}

/**
 * Since when a camera is silent; null = it isn't. A camera is silent if its heartbeats stopped for five intervals; if
 * it made no read for so long that at the usual rate it would happen less than once in a thousand times; if it's too
 * new to have a usual rate and was inactive for a day; or if it was inactive for a week.
 */
export function silentSince(
  life: CameraLife,
  expected: number | null,
  now: Instant,
): Instant | null {
  const { first_seen_at, last_beat_at, last_read_at, heartbeat_every_ms } = life;
  const lastContactAt = instant(Math.max(first_seen_at, last_beat_at ?? 0, last_read_at ?? 0));
  const beatLimit = Math.max(leastBeatMs, missedBeats * (heartbeat_every_ms ?? 0));
  if (heartbeat_every_ms !== null && now - lastContactAt > beatLimit) return lastContactAt;
  if (now - lastContactAt > (expected === null ? quietUnknownMs : weekMs)) return lastContactAt;
  if (expected !== null && expected > improbable) return last_read_at ?? first_seen_at;
  return null;
}
