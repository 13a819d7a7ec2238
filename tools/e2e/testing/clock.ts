import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  fromIso,
  getWeekday,
  instant,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';

const machineNow = (): Instant => instant(Math.round(performance.timeOrigin + performance.now()));

/** How far the tests' world is ahead of this machine's clock, in milliseconds: it's in the past. */
export const readShift = (): number => Number(process.env.E2E_CLOCK_SHIFT ?? 0);

/** The time in the tests' world: server and pages have it, the database this machine's. */
export const now = (): Instant => instant(machineNow() + readShift());

const wednesday = 3;

/**
 * When the tests' world begins, whenever they run: the last Wednesday afternoon in Phoenix in the middle of a month. No
 * property's day or month turns while they run, and each has had some of both.
 */
export function findBeginning(): Instant {
  for (let day = addDays(toLocalDate(machineNow(), 'UTC'), -1); ; day = addDays(day, -1)) {
    const date = Number(day.slice(8));
    if (getWeekday(day) === wednesday && date >= 10 && date <= 20)
      return fromIso(`${day}T21:10:00Z`);
  }
}

/** The current day of the demo's first properties. */
export const findToday = (): LocalDate => toLocalDate(now(), 'America/Phoenix');

/** The day that has begun at all of the demo's properties: a week or month is over when it is there, too. */
export const findLastToday = (): LocalDate => toLocalDate(now(), 'Pacific/Honolulu');

/** The first day from a day on that is this day of the week, as `getWeekday` counts. */
export const findWeekday = (from: LocalDate, weekday: number): LocalDate =>
  addDays(from, (weekday - getWeekday(from) + 7) % 7);
