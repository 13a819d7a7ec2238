import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getWeekday } from '@lotkeeper/contract/kernel/calendar';
import {
  formatDateShort,
  formatMonth,
  formatMonthShort,
  formatWeekday,
} from '../../kernel/format.ts';
import type { ChartCategory } from './chart-types.ts';

/**
 * Months by their first days, as categories on an axis; up to a year of them needs no year.
 * `openDay` is any day of the month that isn’t over yet.
 */
export function monthCategories(dates: readonly string[], openDay?: string): ChartCategory[] {
  return dates.map((date) => {
    const month = date.slice(0, 7);
    const axisLabel = dates.length <= 12 ? formatMonthShort(month) : formatMonth(month);
    const isOpen = openDay?.startsWith(month) ?? false;
    const label = isOpen ? `${formatMonth(month)} so far` : formatMonth(month);
    return { key: date, label, axisLabel, isOpen };
  });
}

/** Days as categories on an axis; the year is named if there are several. `openDay` isn’t over yet. */
export function dayCategories(
  dates: readonly string[],
  openDay?: string,
  findNotes?: (date: string) => readonly string[],
): ChartCategory[] {
  // Among more days, they would be stripes.
  const hasWeekends = dates.length <= 100;
  const inOneYear = dates[0]?.slice(0, 4) === dates.at(-1)?.slice(0, 4);
  return dates.map((date) => {
    const day = inOneYear ? formatWeekday(date) : `${formatWeekday(date)}, ${date.slice(0, 4)}`;
    const isOpen = date === openDay;
    return {
      key: date,
      label: isOpen ? `${day} so far` : day,
      axisLabel: formatDateShort(date),
      isOpen,
      isWeekend: hasWeekends && getWeekday(date as LocalDate) > 5,
      notes: findNotes?.(date) ?? [],
    };
  });
}
