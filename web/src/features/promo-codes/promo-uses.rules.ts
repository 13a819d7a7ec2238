import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';

/** Which uses are listed, as in the URL. */
export interface UsesFilters {
  code?: string;
  /** The number of one code of that name; absent = all that ever had it. */
  promo?: number;
  /** 'MM:YYYY'; absent = all months. */
  monthYear?: string;
}

/** The days of a month by its first; none for all days. */
export const toDays = (month: LocalDate | null) =>
  month ? { start_date: month, end_date: addDays(addMonths(month, 1), -1) } : {};
