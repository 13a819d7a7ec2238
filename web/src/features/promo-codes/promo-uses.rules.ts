import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';

/** The days of a month by its first; none for all days. */
export const toDays = (month: LocalDate | null) =>
  month ? { start_date: month, end_date: addDays(addMonths(month, 1), -1) } : {};
