import { daysSinceEpoch, formatDate } from '../../kernel/format.ts';

/** Two calendar days 'YYYY-MM-DD', both included; start is never after end. */
export interface DateRange {
  start: string;
  end: string;
}

/** What may be picked; every limit is optional. */
export interface DateRangeLimits {
  /** First day that can be picked; the calendar does not go further back. */
  earliest?: string | undefined;
  /** Last day that can be picked; the calendar does not go further. */
  latest?: string | undefined;
  /** Days before this one are shown but cannot be picked. */
  blockedUntil?: string | undefined;
  /** Fewest days a range may have, both ends counted. */
  minDays?: number | undefined;
  /** Most days a range may have, both ends counted. */
  maxDays?: number | undefined;
}

/** A selection under way: nothing, a start, or both; `problem` says why the last pick was refused. */
export interface DateRangeDraft {
  start: string | null;
  end: string | null;
  problem: string | null;
}

export const formatRange = ({ start, end }: DateRange) =>
  `${formatDate(start)} – ${formatDate(end)}`;

/** Days of a range, both ends counted. */
export function rangeDays(range: DateRange): number {
  return daysSinceEpoch(range.end) - daysSinceEpoch(range.start) + 1;
}

/** Whether a single day may be picked at all. */
export function isPickable(day: string, limits: DateRangeLimits): boolean {
  const { earliest, latest, blockedUntil } = limits;
  // ISO days sort as text.
  return (
    (!earliest || day >= earliest) &&
    (!latest || day <= latest) &&
    (!blockedUntil || day >= blockedUntil)
  );
}

/**
 * The selection after a click on a day. The first click sets the start, a later day the end, an
 * earlier day swaps the two; after a complete range the next click starts again (spec 2.10).
 */
export function pickDay(
  draft: DateRangeDraft,
  day: string,
  limits: DateRangeLimits = {},
): DateRangeDraft {
  if (!isPickable(day, limits)) return { ...draft, problem: blockedSentence(day, limits) };
  if (!draft.start || draft.end) return { start: day, end: null, problem: null };
  const range =
    day < draft.start ? { start: day, end: draft.start } : { start: draft.start, end: day };
  const problem = rangeProblem(range, limits);
  return problem ? { start: draft.start, end: null, problem } : { ...range, problem: null };
}

/** Why a range may not be used, as a sentence; null when it may. */
export function rangeProblem(range: DateRange, limits: DateRangeLimits): string | null {
  if (!isPickable(range.start, limits)) return blockedSentence(range.start, limits);
  if (!isPickable(range.end, limits)) return blockedSentence(range.end, limits);
  const { minDays = 1, maxDays = Number.POSITIVE_INFINITY } = limits;
  const days = rangeDays(range);
  if (days > maxDays) return `Choose ${maxDays} days or fewer.`;
  return days < minDays ? `Choose at least ${minDays} days.` : null;
}

function blockedSentence(day: string, limits: DateRangeLimits): string {
  if (limits.latest && day > limits.latest) {
    return `Choose a day up to ${formatDate(limits.latest)}.`;
  }
  const first = [limits.earliest ?? '', limits.blockedUntil ?? ''].sort().at(-1) ?? '';
  return `Choose a day from ${formatDate(first)} on.`;
}
