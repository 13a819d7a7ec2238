import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { DaySpan } from '../../../records/day-spans.ts';

/**
 * The completed days of this month, and the same days of the previous month and year. On the first
 * of a month, last month's days. Days that a month doesn't have are left out.
 */
export function listComparedDays(
  today: LocalDate,
): Record<'month' | 'monthAgo' | 'yearAgo', DaySpan> {
  const to = addDays(today, -1);
  const from = startOfMonth(to);
  const shift = (months: number): DaySpan => {
    const start = addMonths(from, months);
    const last = addDays(addMonths(start, 1), -1);
    const end = `${start.slice(0, 8)}${to.slice(8)}` as LocalDate;
    return { from: start, to: end < last ? end : last };
  };
  return { month: { from, to }, monthAgo: shift(-1), yearAgo: shift(-12) };
}
