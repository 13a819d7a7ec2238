import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  daysBetween,
  eachDay,
  getWeekday,
  startOfDay,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { listHolidays } from '../records/holidays.ts';

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

/** The last day whose demand is simulated, for what is booked ahead. */
export const daysAhead = 24;

/** The days of a zone from `days` before now to `daysAhead` after it. */
export function daysIn(zone: TimeZone, now: Instant, days: number): DemoDay[] {
  const today = toLocalDate(now, zone);
  const all = eachDay(addDays(today, -days), addDays(today, daysAhead));
  const holidays = new Set<string>();
  for (const year of new Set(all.map((date) => Number(date.slice(0, 4))))) {
    // Days of rest are the same in all states.
    for (const holiday of listHolidays(year, '')) if (holiday.rest) holidays.add(holiday.date);
  }
  return all.map((date) => ({
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
