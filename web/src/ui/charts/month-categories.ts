import { formatMonth, formatMonthShort } from '../../kernel/format.ts';
import type { ChartCategory } from './chart-types.ts';

/** Months by their first days as places on an axis; up to a year of them needs no year there. */
export function monthCategories(dates: readonly string[]): ChartCategory[] {
  return dates.map((date) => {
    const month = date.slice(0, 7);
    const short = dates.length <= 12 ? { axisLabel: formatMonthShort(month) } : {};
    return { key: date, label: formatMonth(month), ...short };
  });
}
