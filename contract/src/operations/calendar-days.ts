import * as z from 'zod/mini';
import type { Instant, LocalDate, TimeZone } from '../kernel/calendar.ts';
import { addDays, atLocalTime, daysBetween, eachDay, toLocalDate } from '../kernel/calendar.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import type { Interval } from './recurrence.ts';
import { isOnDay, toRepeatDay } from './recurrence.ts';

/** The hour when a day begins in the calendars of events and rates. */
export const calendarDayBegins = 5;

/** Maximum days per call. */
export const maxCalendarDays = 100;

/** Days of a property's calendar, both included. */
export const calendarQuery = z
  .strictObject({ spot: pkOrUuidText, start: localDateText, end: localDateText })
  .check(
    z.refine(({ start, end }) => end >= start, {
      error: 'Must not be before the first day.',
      path: ['end'],
    }),
    z.refine(({ start, end }) => daysBetween(start, end) < maxCalendarDays, {
      error: `Ask for no more than ${maxCalendarDays} days.`,
      path: ['end'],
    }),
  );

/** The time when a calendar day begins at a property. */
export const startOfCalendarDay = (day: LocalDate, zone: TimeZone): Instant =>
  atLocalTime(day, calendarDayBegins * 60, zone);

/** The calendar day of a timestamp: before 5:00 it is still the previous day. */
export function toCalendarDay(at: Instant, zone: TimeZone): LocalDate {
  const day = toLocalDate(at, zone);
  return at < startOfCalendarDay(day, zone) ? addDays(day, -1) : day;
}

/** Something in force on calendar days: once, or repeatedly until it ends. */
export interface Lasting {
  interval: Interval;
  starts_at: Instant;
  /** null = no end. */
  ends_at: Instant | null;
}

/** The days from `first` to `last` when something is in force, each with its start and end. */
export function daysInForce(
  { interval, starts_at, ends_at }: Lasting,
  first: LocalDate,
  last: LocalDate,
  zone: TimeZone,
): { day: LocalDate; start: Instant; end: Instant }[] {
  const date = toCalendarDay(starts_at, zone);
  const on = { interval, date, repeat_on_day: toRepeatDay(date), repeat_on_week: null };
  return eachDay(first, last)
    .filter((day) => isOnDay(on, day))
    .map((day) => {
      const start = Math.max(startOfCalendarDay(day, zone), starts_at);
      const end = Math.min(startOfCalendarDay(addDays(day, 1), zone), ends_at ?? Infinity);
      return { day, start: start as Instant, end: end as Instant };
    })
    .filter(({ start, end }) => end > start);
}

/** Whether something is in force at a given time. */
export function isInForce(lasting: Lasting, at: Instant, zone: TimeZone): boolean {
  if (at < lasting.starts_at || (lasting.ends_at !== null && at >= lasting.ends_at)) return false;
  // The common case. The calendar is slow, and a list of properties checks each one.
  if (lasting.interval === 'daily') return true;
  const day = toCalendarDay(at, zone);
  return daysInForce(lasting, day, day, zone).some(({ start, end }) => at >= start && at < end);
}
