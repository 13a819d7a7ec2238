import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, daysBetween, startOfMonth } from '@lotkeeper/contract/kernel/calendar';

/** A range of days, both ends included; empty when `from` is after `to`. */
export interface DaySpan {
  from: LocalDate;
  to: LocalDate;
}

/**
 * Splits a range into the days before its whole months, these months by their first days, and the days after them, so
 * that a range of years is read from few rows.
 */
export function splitRange(
  start: LocalDate,
  end: LocalDate,
): Record<'head' | 'months' | 'tail', DaySpan> {
  const firstOfMonth = startOfMonth(start);
  const first = start === firstOfMonth ? start : addMonths(firstOfMonth, 1);
  const after = startOfMonth(addDays(end, 1));
  if (first >= after) {
    const emptySpan = { from: first, to: addDays(first, -1) };
    return { head: { from: start, to: end }, months: emptySpan, tail: emptySpan };
  }
  return {
    head: { from: start, to: addDays(first, -1) },
    months: { from: first, to: addMonths(after, -1) },
    tail: { from: after, to: end },
  };
}

/**
 * Splits all days up to one into the months before a first of a month, and the days between that and the end of the
 * day: to be added (1), or to be taken away (-1) where the end of the month is nearer than its beginning.
 */
export function splitHistory(until: LocalDate): { before: LocalDate; days: DaySpan; sign: 1 | -1 } {
  const month = startOfMonth(until);
  const next = addMonths(month, 1);
  const days = { from: addDays(until, 1), to: addDays(next, -1) };
  return daysBetween(until, next) <= daysBetween(month, until) + 1
    ? { before: next, days, sign: -1 }
    : { before: month, days: { from: month, to: until }, sign: 1 };
}
