import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';

/** Days, both included. */
export interface Days {
  startDate: LocalDate;
  endDate: LocalDate;
}

/**
 * The days of the month that are over, and the same days of the month and of the year before. On the first of a month
 * they are those of the month before it. A day that another month doesn't have is left out there.
 */
export function listComparedDays(
  today: LocalDate,
): Record<'days' | 'lastMonth' | 'lastYear', Days> {
  const endDate = addDays(today, -1);
  const startDate = startOfMonth(endDate);
  const shift = (months: number): Days => {
    const start = addMonths(startDate, months);
    const last = addDays(addMonths(start, 1), -1);
    const end = `${start.slice(0, 8)}${endDate.slice(8)}` as LocalDate;
    return { startDate: start, endDate: end < last ? end : last };
  };
  return { days: { startDate, endDate }, lastMonth: shift(-1), lastYear: shift(-12) };
}
