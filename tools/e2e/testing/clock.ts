import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';

/** By this machine's clock, which the server uses too. */
export const now = (): Instant => instant(Math.round(performance.timeOrigin + performance.now()));

/** The current day of the demo's first properties. */
export const findToday = (): LocalDate => toLocalDate(now(), 'America/Phoenix' as TimeZone);

/** The first day from a day on that is this day of the week; 0 = Sunday. */
export const findWeekday = (from: LocalDate, weekday: number): LocalDate =>
  addDays(from, (weekday - new Date(from).getUTCDay() + 7) % 7);

/** A day as pages show it: Mar 10, 2027. */
export const showDay = (day: LocalDate, month: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month,
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));
