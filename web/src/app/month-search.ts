import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatMonthYear, parseMonth } from '@lotkeeper/contract/kernel/month-year';
import { newestMonth } from '../kernel/clock.ts';

/** A month in the address, as MM:YYYY. */
export interface MonthSearch {
  monthYear?: string;
}

/** The month that the address names; nonsense and months to come are left out. */
export function namedMonth({ monthYear }: Record<string, unknown>): MonthSearch {
  const month = parseMonth(String(monthYear));
  return month && month <= newestMonth() ? { monthYear: formatMonthYear(month) } : {};
}

/** The named month by its first day; null = this month. */
export const monthIn = ({ monthYear }: MonthSearch): LocalDate | null =>
  monthYear ? parseMonth(monthYear) : null;
