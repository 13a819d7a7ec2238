import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { daysSinceEpoch, formatDate } from '../../kernel/format.ts';

/** Two calendar days 'YYYY-MM-DD', both included; start is never after end. */
export interface DateRange {
  start: string;
  end: string;
}

/**
 * The days that can be picked, up to today. The caller passes `today`, because the browser's time
 * zone isn't the property's.
 */
export interface DateRangeLimits {
  /** The first day that can be picked; the calendar starts there. */
  earliest: string;
  /** The last day that can be picked; the calendar ends there. */
  today: string;
  /** Maximum days of a range, both ends included. */
  maxDays?: number;
}

/** An unfinished selection: a start, or both ends; `problem` says why the last pick was refused. */
export interface DateRangeDraft {
  start: string;
  end: string | null;
  problem: string | null;
}

export const formatRange = ({ start, end }: DateRange) =>
  `${formatDate(start)} – ${formatDate(end)}`;

/** Days of a range, both ends included. */
export function rangeDays(range: DateRange): number {
  return daysSinceEpoch(range.end) - daysSinceEpoch(range.start) + 1;
}

/** Whether a day can be picked. ISO days sort as text. */
export const isPickable = (day: string, { earliest, today }: DateRangeLimits) =>
  day >= earliest && day <= today;

/**
 * The selection after a click on a day. The first click sets the start, a later day the end, and an
 * earlier day swaps the two; after a complete range, the next click starts again.
 */
export function pickDay(
  draft: DateRangeDraft,
  day: string,
  limits: DateRangeLimits,
): DateRangeDraft {
  if (!isPickable(day, limits)) return { ...draft, problem: blockedSentence(day, limits) };
  if (draft.end) return { start: day, end: null, problem: null };
  const range =
    day < draft.start ? { start: day, end: draft.start } : { start: draft.start, end: day };
  const problem = rangeProblem(range, limits);
  return problem ? { start: draft.start, end: null, problem } : { ...range, problem: null };
}

/** Why a range isn't allowed, as a sentence; null if it is. */
export function rangeProblem(range: DateRange, limits: DateRangeLimits): string | null {
  if (!isPickable(range.start, limits)) return blockedSentence(range.start, limits);
  if (!isPickable(range.end, limits)) return blockedSentence(range.end, limits);
  const { maxDays = Number.POSITIVE_INFINITY } = limits;
  return rangeDays(range) > maxDays ? `Choose ${maxDays} days or fewer.` : null;
}

/**
 * The range before (`direction` = -1) or after it (1), as long: whole months for whole months, where the last may end
 * today, days for other days. Null = it isn't allowed.
 */
export function stepRange(
  range: DateRange,
  limits: DateRangeLimits,
  direction: -1 | 1,
): DateRange | null {
  const [start, end] = [range.start as LocalDate, range.end as LocalDate];
  const endOfMonth = addDays(addMonths(startOfMonth(end), 1), -1);
  const isMonths = start.endsWith('-01') && (end === endOfMonth || end === limits.today);
  const months = direction * monthsBetween(start, end);
  const days = direction * rangeDays(range);
  const next = isMonths
    ? {
        start: addMonths(start, months),
        end: addDays(addMonths(startOfMonth(end), months + 1), -1),
      }
    : { start: addDays(start, days), end: addDays(end, days) };
  const cut = { ...next, end: next.end < limits.today ? next.end : limits.today };
  return rangeProblem(cut, limits) === null ? cut : null;
}

/** How many months two days touch. */
const monthsBetween = (start: string, end: string) =>
  (Number(end.slice(0, 4)) - Number(start.slice(0, 4))) * 12 +
  Number(end.slice(5, 7)) -
  Number(start.slice(5, 7)) +
  1;

const blockedSentence = (day: string, { earliest, today }: DateRangeLimits) =>
  day > today
    ? `Choose a day up to ${formatDate(today)}.`
    : `Choose a day from ${formatDate(earliest)} on.`;
