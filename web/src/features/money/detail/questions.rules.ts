import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';

/** A range of days, both ends included. */
export interface Days {
  startDate: LocalDate;
  endDate: LocalDate;
}

/**
 * The completed days of this month, and the same days of the previous month and year. On the first
 * of a month, last month's days. Days that a month doesn't have are left out.
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
