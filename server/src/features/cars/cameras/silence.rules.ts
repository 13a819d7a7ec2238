import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { CameraLife, PartOfHour } from '../../../records/cars/camera-health.ts';
import { hoursBetween } from '../../../records/cars/camera-health.ts';
import { usualWeeks } from '../../../records/cars/usual-reads.ts';

/**
 * Reads that must be missing at the pace of the quietest of the last weeks. With a day of half that many cars, a pause
 * that long still comes less than once in a thousand times.
 */
const missedReads = 15;
/** No camera is silent before this. */
export const shortestPauseMs = 10 * minuteMs;
/** Without two weeks of reads, a camera may be quiet for a day; any camera for a week. */
export const unknownPauseMs = dayMs;
const longestPauseMs = 7 * dayMs;
const missedBeats = 5;
const leastBeatMs = 5 * minuteMs;
const fewestWeeks = 2;

/** How far a camera's pause was looked at. `reads` would usually have come until `until`. */
export interface Pause {
  /** Its last read, or when it was first seen. */
  from: Instant;
  until: Instant;
  reads: number;
  /** When it became, or becomes, silent; null = not before `until`. */
  silentAt: Instant | null;
}

export const startPause = (from: Instant): Pause => ({
  from,
  until: from,
  reads: 0,
  silentAt: null,
});

/** When heartbeats have been missing for too long; null for a camera without any. */
export function beatLimit(life: CameraLife): Instant | null {
  if (life.heartbeat_every_ms === null) return null;
  const patience = Math.max(leastBeatMs, missedBeats * life.heartbeat_every_ms);
  return instant(lastContact(life) + patience);
}

export const lastContact = ({ first_seen_at, last_beat_at, last_read_at }: CameraLife): Instant =>
  instant(Math.max(first_seen_at, last_beat_at ?? 0, last_read_at ?? 0));

/** The hours to add to a pause, up to a time. */
export const listNextHours = (pause: Pause, to: Instant, zone: TimeZone): PartOfHour[] =>
  hoursBetween(pause.until, to, zone);

/** Adds hours to a pause: where the missing reads reach the limit, the camera becomes silent. */
export function extendPause(
  pause: Pause,
  hours: readonly PartOfHour[],
  { to, findUsual }: { to: Instant; findUsual: (date: LocalDate, hour: number) => number | null },
): Pause {
  let { reads, silentAt } = pause;
  // Hours go back up to a week, so a longer pause begins with the first of them.
  const allHours = hours.reduce((sum, { share }) => sum + share, 0);
  let until = instant(Math.max(pause.until, to - Math.round(allHours * hourMs)));
  for (const { local_date, local_hour, share } of hours) {
    const added = (findUsual(local_date, local_hour) ?? 0) * share;
    if (silentAt === null && added > 0 && reads + added >= missedReads) {
      const at = until + ((missedReads - reads) / added) * share * hourMs;
      silentAt = instant(Math.max(at, pause.from + shortestPauseMs));
    }
    reads += added;
    until = instant(until + share * hourMs);
  }
  return { ...pause, reads, silentAt, until: to };
}

/** Whether no sign of life for that long is silence whatever the rhythm; `weeks` of its reads are known. */
export const isLongQuiet = (quietMs: number, weeks: number): boolean =>
  quietMs > (weeks < fewestWeeks ? unknownPauseMs : longestPauseMs);

/**
 * The fewest of an hour's reads in the weeks before, or the second fewest of four, so that one outage doesn't hide the
 * next; null without two weeks.
 */
export const fewestReads = (reads: readonly number[]): number | null =>
  reads.length < fewestWeeks
    ? null
    : (reads.toSorted((a, b) => a - b)[reads.length < usualWeeks ? 0 : 1] ?? null);
