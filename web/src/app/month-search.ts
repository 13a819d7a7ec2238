import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { localDateOf } from '@lotkeeper/contract/kernel/calendar';
import { monthYearOf, parseMonth } from '@lotkeeper/contract/kernel/month-year';
import { now } from '../kernel/clock.ts';

/** A month in the address, as MM:YYYY. */
export interface MonthSearch {
  monthYear?: string;
}

/** A month of the future is none to look at; a day ahead of UTC is the furthest that any lot is. */
const latest = () => localDateOf(now(), 'Pacific/Kiritimati');

/** The month that the address names; nonsense and months to come are left out. */
export function namedMonth({ monthYear }: Record<string, unknown>): MonthSearch {
  const month = parseMonth(String(monthYear));
  return month && month <= latest() ? { monthYear: monthYearOf(month) } : {};
}

/** The named month by its first day; null = this month. */
export const monthIn = ({ monthYear }: MonthSearch): LocalDate | null =>
  monthYear ? parseMonth(monthYear) : null;
