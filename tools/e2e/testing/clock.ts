import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, getWeekday, instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';

/** By this machine's clock, which the server uses too. */
export const now = (): Instant => instant(Math.round(performance.timeOrigin + performance.now()));

/** The current day of the demo's first properties. */
export const findToday = (): LocalDate => toLocalDate(now(), 'America/Phoenix');

/** The day that has begun at all of the demo's properties: a week or month is over when it is there, too. */
export const findLastToday = (): LocalDate => toLocalDate(now(), 'Pacific/Honolulu');

/** The first day from a day on that is this day of the week, as `getWeekday` counts. */
export const findWeekday = (from: LocalDate, weekday: number): LocalDate =>
  addDays(from, (weekday - getWeekday(from) + 7) % 7);
