import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';

/** Weeks that say what is usual. */
export const usualWeeks = 4;

/** Usual reads from which a pause would come less than once in a thousand times: e^-λ < 1/1000. */
export const improbable = Math.log(1000);

const weekdaysBefore = new Map<LocalDate, LocalDate[]>();

/** The same weekdays of the weeks before a date that a camera was there for, at most four. */
export function usualDays(date: LocalDate, firstSeen: LocalDate): LocalDate[] {
  let days = weekdaysBefore.get(date);
  if (!days) {
    days = Array.from({ length: usualWeeks }, (_, week) => addDays(date, -7 * (week + 1)));
    weekdaysBefore.set(date, days);
  }
  return days.filter((day) => day > firstSeen);
}
