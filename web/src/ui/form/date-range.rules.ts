import { daysSinceEpoch, formatDate } from '../../kernel/format.ts';

/** Two calendar days 'YYYY-MM-DD', both included; start is never after end. */
export interface DateRange {
  start: string;
  end: string;
}

/** What may be picked: days up to today, which is the caller's, since the browser's zone is not the lot's. */
export interface DateRangeLimits {
  /** First day that can be picked; the calendar does not go further back. */
  earliest: string;
  /** Last day that can be picked; the calendar does not go further. */
  today: string;
  /** Most days a range may have, both ends counted. */
  maxDays?: number;
}

/** A selection under way: a start, or both ends; `problem` says why the last pick was refused. */
export interface DateRangeDraft {
  start: string;
  end: string | null;
  problem: string | null;
}

export const formatRange = ({ start, end }: DateRange) =>
  `${formatDate(start)} – ${formatDate(end)}`;

/** Days of a range, both ends counted. */
export function rangeDays(range: DateRange): number {
  return daysSinceEpoch(range.end) - daysSinceEpoch(range.start) + 1;
}

/** Whether a single day may be picked at all. ISO days sort as text. */
export const isPickable = (day: string, { earliest, today }: DateRangeLimits) =>
  day >= earliest && day <= today;

/**
 * The selection after a click on a day. The first click sets the start, a later day the end, an
 * earlier day swaps the two; after a complete range the next click starts again (spec 2.10).
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

/** Why a range may not be used, as a sentence; null when it may. */
export function rangeProblem(range: DateRange, limits: DateRangeLimits): string | null {
  if (!isPickable(range.start, limits)) return blockedSentence(range.start, limits);
  if (!isPickable(range.end, limits)) return blockedSentence(range.end, limits);
  const { maxDays = Number.POSITIVE_INFINITY } = limits;
  return rangeDays(range) > maxDays ? `Choose ${maxDays} days or fewer.` : null;
}

const blockedSentence = (day: string, { earliest, today }: DateRangeLimits) =>
  day > today
    ? `Choose a day up to ${formatDate(today)}.`
    : `Choose a day from ${formatDate(earliest)} on.`;
