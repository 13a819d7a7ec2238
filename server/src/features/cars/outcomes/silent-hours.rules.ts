import type { SilentHours } from '@lotkeeper/contract/cars/outcomes';
import { leastUsual, usualWeeks } from '@lotkeeper/contract/cars/outcomes';
import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, atLocalTime, eachDay, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';

/** A camera with its reads by local day and hour, such as `2026-06-15 7`. */
export interface CameraHours {
  name: string;
  direction: 'Entrance' | 'Exit' | null;
  reads: ReadonlyMap<string, number>;
}

export const hourKey = (date: LocalDate, hour: number) => `${date} ${hour}`;

interface SilentHour {
  start: Instant;
  low: number;
  high: number;
}

/** The silent hours of a camera that are over: nothing was seen, and in each of the weeks before there was. */
function listSilentHours(
  { reads }: CameraHours,
  days: readonly LocalDate[],
  { zone, now }: { zone: TimeZone; now: Instant },
): SilentHour[] {
  const countAt = (date: LocalDate, hour: number) => reads.get(hourKey(date, hour)) ?? 0;
  return days.flatMap((date) =>
    Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) => {
      const start = atLocalTime(date, hour * 60, zone);
      if (start + hourMs > now || countAt(date, hour) > 0) return [];
      const usual = Array.from({ length: usualWeeks }, (_, week) =>
        countAt(addDays(date, -7 * (week + 1)), hour),
      );
      const low = Math.min(...usual);
      return low < leastUsual ? [] : [{ start, low, high: Math.max(...usual) }];
    }),
  );
}

/** Hours that follow one another, as one. */
function joinHours(hours: readonly SilentHour[]) {
  const spans: { start: Instant; end: number; low: number; high: number }[] = [];
  for (const { start, low, high } of hours) {
    const last = spans.at(-1);
    if (last && last.end === start) {
      last.end += hourMs;
      last.low += low;
      last.high += high;
    } else spans.push({ start, end: start + hourMs, low, high });
  }
  return spans;
}

/** When cameras were silent, and what that probably cost; newest first. */
export function findSilentHours(
  cameras: readonly CameraHours[],
  range: { from: LocalDate; to: LocalDate },
  at: { zone: TimeZone; now: Instant },
  average: number,
): SilentHours[] {
  const days = eachDay(range.from, range.to);
  return cameras
    .flatMap((camera) =>
      joinHours(listSilentHours(camera, days, at)).map(({ start, end, low, high }) => ({
        camera: camera.name,
        direction: camera.direction,
        start: toEpochSeconds(start),
        end: end / 1000,
        cars_low: low,
        cars_high: high,
        lost_low: cents(Math.round(low * average)),
        lost_high: cents(Math.round(high * average)),
      })),
    )
    .sort((a, b) => b.start - a.start);
}
