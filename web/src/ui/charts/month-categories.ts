import { formatMonth, formatMonthShort } from '../../kernel/format.ts';
import type { ChartCategory } from './chart-types.ts';

/**
 * Months by their first days, as categories on an axis; up to a year of them needs no year.
 * `openDay` is any day of the month that isn’t over yet.
 */
export function monthCategories(dates: readonly string[], openDay?: string): ChartCategory[] {
  return dates.map((date) => {
    const month = date.slice(0, 7);
    const short = dates.length <= 12 ? { axisLabel: formatMonthShort(month) } : {};
    const isOpen = openDay?.startsWith(month) ?? false;
    const label = isOpen ? `${formatMonth(month)} so far` : formatMonth(month);
    return { key: date, label, isOpen, ...short };
  });
}
