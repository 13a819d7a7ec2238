import * as z from 'zod/mini';
import type { LocalDate } from './calendar.ts';
import { addMonths, startOfMonth } from './calendar.ts';

/** The earliest year that a month filter takes (platform spec §9). */
export const earliestYear = 2019;

/** Reads a month filter `month:year` (platform spec §5) as its first day; null when there is no such month. */
export function parseMonth(typed: string): LocalDate | null {
  const [, month = '', year = ''] = /^(\d{1,2}):(\d{4})$/.exec(typed) ?? [];
  if (Number(month) < 1 || Number(month) > 12 || Number(year) < earliestYear) return null;
  return `${year}-${month.padStart(2, '0')}-01` as LocalDate;
}

/** A day's month as a filter writes it: 'MM:YYYY'. */
export const monthYearOf = (day: LocalDate) => `${day.slice(5, 7)}:${day.slice(0, 4)}`;

/** The months that a filter offers, from the one of `today` back to January 2019, as their first days. */
export function monthsUntil(today: LocalDate): LocalDate[] {
  const months: LocalDate[] = [];
  for (let month = startOfMonth(today); Number(month.slice(0, 4)) >= earliestYear; ) {
    months.push(month);
    month = addMonths(month, -1);
  }
  return months;
}

/** A month filter on the wire. */
export const monthYearField = z
  .string()
  .check(
    z.refine(
      (typed) => parseMonth(typed) !== null,
      'Must be a month such as 10:2026, from 1:2019 to now.',
    ),
  );
