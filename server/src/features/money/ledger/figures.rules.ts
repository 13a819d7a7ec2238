import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { EntryOrder, FigureMeasure, FigureQuestion } from '@lotkeeper/contract/money/figures';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { MoneyFilters } from '../../../records/money/money-sums.ts';
import { chooseRollup } from '../../../records/money/money-sums.ts';

/** The filters of a question about entries of properties. */
export type EntryFilters = MoneyFilters & Pick<FigureQuestion, 'code'>;

/** The range and filters of a question about entries of properties. */
export type EntryQuestion = EntryFilters & Pick<FigureQuestion, 'start_date' | 'end_date'>;

/** Whether a rollup has the sum of a question; otherwise the entries themselves are read. */
export const isSummedUp = (measure: FigureMeasure, filters: EntryFilters): boolean =>
  measure !== 'penalties' &&
  measure !== 'tax_difference' &&
  filters.code === undefined &&
  chooseRollup([measure], [], filters) !== null;

/** The filters of a question that the rollup of its days has; the result may contain days without entries. */
export function filterDays(filters: EntryFilters): MoneyFilters {
  const { rental_group, rental_type, source, weekday, hour } = filters;
  if (source !== undefined && hour === undefined) return { source, weekday };
  return { rental_group, rental_type, weekday, hour };
}

/** How many days of all properties to read, span after span, until a page is full. */
const spanLengths = [1, 1, 2, 8, 32] as const;

/**
 * Splits the days of a list sorted by time into spans, in its order. With many properties the first day fills a page,
 * whereas the first entries of each would be far more than a page shows. Days after today have few entries and don't
 * count.
 */
export function splitDays(
  { from: first, to: last }: DaySpan,
  order: EntryOrder,
  today: LocalDate,
): DaySpan[] {
  const spans: DaySpan[] = [];
  let span = { from: first, to: last };
  for (const days of spanLengths) {
    if (order === 'newest') {
      const from = addDays(span.to < today ? span.to : today, 1 - days);
      if (from <= first) break;
      spans.push({ from, to: span.to });
      span = { from: first, to: addDays(from, -1) };
    } else {
      const to = addDays(span.from, days - 1);
      if (to >= last) break;
      spans.push({ from: span.from, to });
      span = { from: addDays(to, 1), to: last };
    }
  }
  return [...spans, span];
}
