import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, weekdayOf } from '@lotkeeper/contract/kernel/calendar';

function nthWeekday(year: number, month: number, weekday: number, nth: number): LocalDate {
  const first = `${year}-${String(month).padStart(2, '0')}-01` as LocalDate;
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
}

function lastWeekday(year: number, month: number, weekday: number): LocalDate {
  const last = addDays(
    addMonths(`${year}-${String(month).padStart(2, '0')}-01` as LocalDate, 1),
    -1,
  );
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
}

/** The public holidays of the United States that empty offices and fill beaches, by date. */
export function holidaysOf(year: number): Map<LocalDate, string> {
  const on = (monthDay: string) => `${year}-${monthDay}` as LocalDate;
  return new Map([
    [on('01-01'), "New Year's Day"],
    [nthWeekday(year, 1, 1, 3), 'Martin Luther King Jr. Day'],
    [nthWeekday(year, 2, 1, 3), "Presidents' Day"],
    [lastWeekday(year, 5, 1), 'Memorial Day'],
    [on('06-19'), 'Juneteenth'],
    [on('07-04'), 'Independence Day'],
    [nthWeekday(year, 9, 1, 1), 'Labor Day'],
    [nthWeekday(year, 11, 4, 4), 'Thanksgiving'],
    [on('12-25'), 'Christmas Day'],
  ]);
}
