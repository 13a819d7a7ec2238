import type { LocalDate } from '../kernel/calendar.ts';
import { addMonths } from '../kernel/calendar.ts';
import { parseBirthDate } from './processor.ts';

/** Whether someone born on a day (MM/DD/YYYY) is 18 to 120 years old today. */
export function isBirthDateOfAdult(text: string, today: LocalDate): boolean {
  const born = parseBirthDate(text);
  return born !== null && born <= addMonths(today, -18 * 12) && born >= addMonths(today, -120 * 12);
}
