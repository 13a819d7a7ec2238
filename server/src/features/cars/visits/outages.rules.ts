import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import type { CameraLife, PartOfHour } from '../../../records/cars/camera-health.ts';
import {
  expectedReads,
  hoursBetween,
  silentSince,
  usualReads,
} from '../../../records/cars/camera-health.ts';
import { improbable, usualWeeks } from '../../../records/cars/usual-reads.ts';

/** A span of time. */
export interface Span {
  from: Instant;
  until: Instant;
}

/** A camera with its reads by local day and hour, such as `2026-06-15 7`. */
export interface WatchedCamera extends CameraLife {
  /** When it was disconnected; null = it isn't. */
  revoked_at: Instant | null;
  reads: ReadonlyMap<string, number>;
}

/** Hours before and after a time that show whether a camera was silent in it. */
const aroundMs = 6 * hourMs;
/** Charges are looked at again for a week: earlier hours are never looked up. */
const longestMs = 8 * dayMs;

interface Hour extends PartOfHour {
  start: Instant;
}

/** The hours around a span that are over. */
function listHours({ from, until }: Span, { zone, now }: PropertyTime): Hour[] {
  const last = Math.min(now, until + aroundMs);
  const first = Math.max(from - aroundMs, last - longestMs);
  const start = instant(first - (first % hourMs));
  const count = Math.max(0, Math.floor((last - start) / hourMs));
  return Array.from({ length: count }, (_, index) => instant(start + index * hourMs)).flatMap(
    (at) => hoursBetween(at, instant(at + hourMs), zone).map((hour) => ({ ...hour, start: at })),
  );
}

/** The time at a property. */
interface PropertyTime {
  zone: TimeZone;
  now: Instant;
}

/** The days whose hours decide which outages cameras had in a span: its own, and the weeks before. */
export function listOutageDays(span: Span, time: PropertyTime): LocalDate[] {
  const own = [...listHours(span, time), ...hoursBetween(span.from, time.now, time.zone)];
  const days = new Set([toLocalDate(time.now, time.zone), ...own.map((hour) => hour.local_date)]);
  const weeks = Array.from({ length: usualWeeks }, (_, week) => -7 * (week + 1));
  return [
    ...new Set([...days].flatMap((day) => [day, ...weeks.map((offset) => addDays(day, offset))])),
  ];
}

/** Hours that followed one another without a read, if that is improbable at the usual rate. */
function listSilences(hours: readonly (Hour & { reads: number; usual: number | null })[]): Span[] {
  const silences: (Span & { expected: number })[] = [];
  let isSilent = false;
  for (const { start, share, reads, usual } of hours) {
    const until = instant(start + hourMs);
    const last = silences.at(-1);
    if (reads > 0 || usual === null) isSilent = false;
    else if (isSilent && last)
      Object.assign(last, { until, expected: last.expected + usual * share });
    else {
      silences.push({ from: start, until, expected: usual * share });
      isSilent = true;
    }
  }
  return silences.flatMap(({ from, until, expected }) =>
    expected > improbable ? [{ from, until }] : [],
  );
}

/** A camera that wasn't heard of for this long isn't expected back. */
const goneMs = 30 * dayMs;

/** Since when a camera is silent; null = it isn't, or it isn't expected to see anything. */
function findSilence(camera: WatchedCamera, expected: number | null, now: Instant): Instant | null {
  if (camera.last_read_at === null && camera.last_beat_at === null) return null;
  const since = silentSince(camera, expected, now);
  return since !== null && now - since <= goneMs ? since : null;
}

/**
 * When a camera saw nothing around a span: hours without a read, which at the usual rate happen less than once in a
 * thousand times; since when it is silent; or when it was disconnected, for the cars that were in then. Without a week of
 * data no hours are usual.
 */
export function findOutages(camera: WatchedCamera, span: Span, time: PropertyTime): Span[] {
  const { zone, now } = time;
  const readsIn = (date: LocalDate, hour: number) => camera.reads.get(`${date} ${hour}`) ?? 0;
  const { revoked_at } = camera;
  if (revoked_at !== null) return [{ from: revoked_at, until: instant(revoked_at + 1) }];
  const firstSeen = toLocalDate(camera.first_seen_at, zone);
  const hours = listHours(span, time).map((hour) => ({
    ...hour,
    reads: readsIn(hour.local_date, hour.local_hour),
    usual: usualReads(hour, firstSeen, readsIn),
  }));
  const quiet = hoursBetween(camera.last_read_at ?? camera.first_seen_at, now, zone);
  const silent = findSilence(camera, expectedReads(quiet, firstSeen, readsIn), now);
  const current = silent === null ? [] : [{ from: silent, until: now }];
  return [...listSilences(hours), ...current];
}
