import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { atLocalTime, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';

/**
 * An hour when a camera read nothing, with its fewest and most reads in that hour of the weeks before, and its
 * nearest reads before and after; null if there are none.
 */
export interface SilentHour {
  camera: number;
  date: LocalDate;
  hour: number;
  low: number;
  high: number;
  last_read: Instant | null;
  next_read: Instant | null;
}

/** Whole hours or days when cars were missed. */
export interface Span {
  start: Instant;
  end: Instant;
  low: number;
  high: number;
}

/** Joins spans that follow one another; they are in order. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && last.end === span.start) {
      last.end = span.end;
      last.low += span.low;
      last.high += span.high;
    } else joined.push({ ...span });
  }
  return joined;
}

/**
 * From the last read before whole silent hours to the next one after them, where those are in the hours beside them.
 * The minutes in between count for the highest number of cars only.
 */
function extendSpan(span: Span, last: Instant | null, next: Instant | null): Span {
  const start =
    last !== null && last < span.start && last > span.start - hourMs ? last : span.start;
  const end = next !== null && next >= span.end && next < span.end + hourMs ? next : span.end;
  const rate = span.high / (span.end - span.start);
  return { start, end, low: span.low, high: Math.round(rate * (end - start)) };
}

/** The silent hours of a camera that are over, joined. An hour that a change of clocks skips isn't one. */
export function findSilentSpans(
  hours: readonly SilentHour[],
  zone: TimeZone,
  now: Instant,
): Span[] {
  const lastBefore = new Map<Instant, Instant | null>();
  const nextAfter = new Map<Instant, Instant | null>();
  const spans = joinSpans(
    hours.flatMap(({ date, hour, low, high, last_read, next_read }) => {
      const start = atLocalTime(date, hour * 60, zone);
      const end = atLocalTime(date, (hour + 1) * 60, zone);
      if (end > now || toLocalHour(start, zone) !== hour) return [];
      lastBefore.set(start, last_read);
      nextAfter.set(end, next_read);
      return [{ start, end, low, high }];
    }),
  );
  return spans.map((span) =>
    extendSpan(span, lastBefore.get(span.start) ?? null, nextAfter.get(span.end) ?? null),
  );
}
