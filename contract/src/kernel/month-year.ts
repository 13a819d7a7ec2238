import * as z from 'zod/mini';
import type { LocalDate } from './calendar.ts';

/** The earliest year that a month filter accepts. */
export const earliestYear = 2019;

/** Parses a month filter `month:year` into its first day; null if there is no such month. */
export function parseMonth(text: string): LocalDate | null {
  const [, month = '', year = ''] = /^(\d{1,2}):(\d{4})$/.exec(text) ?? [];
  if (Number(month) < 1 || Number(month) > 12 || Number(year) < earliestYear) return null;
  return `${year}-${month.padStart(2, '0')}-01` as LocalDate;
}

/** Formats a day's month for a filter: 'MM:YYYY'. */
export const formatMonthYear = (day: LocalDate) => `${day.slice(5, 7)}:${day.slice(0, 4)}`;

/** A month filter on the wire. */
export const monthYearField = z
  .string()
  .check(
    z.refine(
      (text) => parseMonth(text) !== null,
      'Must be a month such as 10:2026, from 1:2019 to now.',
    ),
  );

const numberText = (from: number, to: number, message: string) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => /^\d{1,4}$/.test(text) && Number(text) >= from && Number(text) <= to,
          message,
        ),
      ),
    z.transform(Number),
  );

/** The number of a month in a query string, 1 to 12. */
export const monthText = numberText(1, 12, 'Must be 1 to 12.');

/** A year that can be reported on, in a query string. */
export const yearText = numberText(earliestYear, 2099, `Must be ${earliestYear} or later.`);

/** The first day of a month, by its number and year. */
export const firstOfMonth = ({ month, year }: { month: number; year: number }) =>
  `${year}-${String(month).padStart(2, '0')}-01` as LocalDate;

/** The month and year of a day, as query parameters. */
export const namedByNumber = (month: LocalDate) => ({
  month: Number(month.slice(5, 7)),
  year: Number(month.slice(0, 4)),
});

/** The months that a filter offers, as their first days: from the month of `today` back to January 2019. */
export function monthsUntil(today: LocalDate): LocalDate[] {
  const months: LocalDate[] = [];
  let { month, year } = namedByNumber(today);
  while (year >= earliestYear) {
    months.push(firstOfMonth({ month, year }));
    month = month === 1 ? 12 : month - 1;
    if (month === 12) year -= 1;
  }
  return months;
}
