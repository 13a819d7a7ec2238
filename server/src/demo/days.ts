import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  daysBetween,
  eachDay,
  getWeekday,
  startOfDay,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { isDayOff, listHolidays } from '../records/operations/holidays.ts';

/** A calendar day at a property. */
export interface DemoDay {
  /** 0 = the day of `now`, −1 the day before. */
  ago: number;
  date: LocalDate;
  start: Instant;
  /** 1 = Monday … 7 = Sunday. */
  weekday: number;
  /** 1 to 12. */
  month: number;
  mood: 'usual' | 'holiday' | 'holidayEve';
}

/** The last day with simulated demand, for advance bookings. */
export const daysAhead = 24;

/** The days of a zone from `days` before now to `daysAhead` after it. */
export async function daysIn(zone: TimeZone, now: Instant, days: number): Promise<DemoDay[]> {
  const today = toLocalDate(now, zone);
  const span = { from: addDays(today, -days), to: addDays(today, daysAhead) };
  // The federal holidays only, the same for all states.
  const found = await listHolidays(span, { state: '', timezone: zone });
  const holidays = new Set(found.filter(isDayOff).map(({ date }) => date));
  return eachDay(span.from, span.to).map((date) => ({
    ago: daysBetween(today, date),
    date,
    start: startOfDay(date, zone),
    weekday: getWeekday(date),
    month: Number(date.slice(5, 7)),
    mood: getMood(date, holidays),
  }));
}

function getMood(date: LocalDate, holidays: ReadonlySet<string>): DemoDay['mood'] {
  if (holidays.has(date)) return 'holiday';
  return holidays.has(addDays(date, 1)) || holidays.has(addDays(date, 2)) ? 'holidayEve' : 'usual';
}
