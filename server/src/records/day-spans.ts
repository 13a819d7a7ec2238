import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';

/** Two days, both included; none where `from` is after `to`. */
export interface DaySpan {
  from: LocalDate;
  to: LocalDate;
}

/**
 * A range as days before its whole months, those months by their first days, and the days after them: a range of
 * years is read from few rows.
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
