import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth, startOfYear } from '@lotkeeper/contract/kernel/calendar';

/** The month, up to today where it is the current one. */
export function rangeOfMonth(month: LocalDate, today: LocalDate) {
  const last = addDays(addMonths(month, 1), -1);
  // Around midnight the month may be one that has not begun at the property.
  return month > today
    ? { start: today, end: today }
    : { start: month, end: last < today ? last : today };
}

/** The ranges that are asked for most. */
export const listPresets = (today: LocalDate) => {
  const month = startOfMonth(today);
  const year = startOfYear(today);
  return [
    { label: 'This month', range: { start: month, end: today } },
    { label: 'Last month', range: rangeOfMonth(addMonths(month, -1), today) },
    { label: 'This year', range: { start: year, end: today } },
    { label: 'Last year', range: { start: addMonths(year, -12), end: addDays(year, -1) } },
  ];
};
