import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';

/** Weeks that determine what is usual. */
export const usualWeeks = 4;

/** With this many usual reads, a pause occurs less than once in a thousand times: e^-λ < 1/1000. */
export const improbable = Math.log(1000);

const weekdaysBefore = new Map<LocalDate, LocalDate[]>();

/** The same weekday in the weeks before a date, up to four, since the camera was added. */
export function usualDays(date: LocalDate, firstSeen: LocalDate): LocalDate[] {
  let days = weekdaysBefore.get(date);
  if (!days) {
    days = Array.from({ length: usualWeeks }, (_, week) => addDays(date, -7 * (week + 1)));
    weekdaysBefore.set(date, days);
  }
  return days.filter((day) => day > firstSeen);
}
