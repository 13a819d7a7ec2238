import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  addMonths,
  getWeekday,
  parseLocalDate,
  startOfMonth,
} from '@lotkeeper/contract/kernel/calendar';
import { formatDate, formatDateLong, formatDateShort, formatMonth } from '../../kernel/format.ts';
import type { CalendarFilters } from './calendar-search.ts';

export const calendarViews = ['week', 'day', 'month'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** A calendar's view, and a day in it. */
export interface CalendarPosition {
  view: CalendarView;
  date: LocalDate;
}

/** Weeks begin on Sunday. */
const startOfWeek = (date: LocalDate) => addDays(date, -(getWeekday(date) % 7));
const endOfMonth = (date: LocalDate) => addDays(addMonths(startOfMonth(date), 1), -1);

/** The first and last visible day, both included; a month includes the days that complete its weeks. */
export function daysInSight({ view, date }: CalendarPosition): {
  start: LocalDate;
  end: LocalDate;
} {
  if (view === 'day') return { start: date, end: date };
  if (view === 'week') return { start: startOfWeek(date), end: addDays(startOfWeek(date), 6) };
  return {
    start: startOfWeek(startOfMonth(date)),
    end: addDays(startOfWeek(endOfMonth(date)), 6),
  };
}

/** The day to show one view forward (1) or back (-1). */
export function stepped({ view, date }: CalendarPosition, direction: 1 | -1): LocalDate {
  if (view === 'month') return addMonths(startOfMonth(date), direction);
  return addDays(date, view === 'week' ? 7 * direction : direction);
}

/** The visible range, in words. */
export function formatTitle(position: CalendarPosition): string {
  if (position.view === 'day') return formatDateLong(position.date);
  if (position.view === 'month') return formatMonth(position.date.slice(0, 7));
  const { start, end } = daysInSight(position);
  return `${formatDateShort(start)} – ${formatDate(end)}`;
}

/** The position in the URL; invalid values fall back to the default view of today. */
export function readPosition(filters: CalendarFilters, usual: CalendarPosition): CalendarPosition {
  const view = calendarViews.find((name) => name === filters.view) ?? usual.view;
  const date = filters.date ? parseLocalDate(filters.date) : null;
  const possible = date !== null && date >= '2000-01-01' && date <= '2100-12-31';
  return { view, date: possible ? date : usual.date };
}
