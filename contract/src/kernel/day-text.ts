import { dayMs } from './durations.ts';

/** Whether a text is a day such as 2026-02-28. Avoids the calendar, because route files load with the login page. */
export function isDayText(input: unknown): input is string {
  if (typeof input !== 'string') return false;
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(input) ?? [];
  const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0;
  return Number(day) >= 1 && Number(day) <= days;
}

/**
 * The start of a calendar day in UTC, in milliseconds since 1970; throws a RangeError unless the day exists. Years are
 * counted from March, so that the leap day is a year's last.
 */
export function parseDay(text: string): number {
  const exists: boolean = isDayText(text);
  if (!exists) throw new RangeError(`'${text}' is not a calendar day`);
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const monthsSinceMarch = (month + 9) % 12;
  const years = month > 2 ? year : year - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  const dayOfYear = Math.floor((153 * monthsSinceMarch + 2) / 5) + day - 1;
  // The days from March 1 of the year 0 to 1970.
  return (365 * years + leapDays + dayOfYear - 719_468) * dayMs;
}
