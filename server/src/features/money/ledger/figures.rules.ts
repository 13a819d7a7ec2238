import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { EntryOrder, FigureMeasure, FigureQuestion } from '@lotkeeper/contract/money/figures';
import { typesReportedAs } from '@lotkeeper/contract/money/reported-types';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { DaySpan } from '../../../records/day-spans.ts';

/** What narrows a question, where it is asked of something that has entries of properties. */
export type EntryFilters = Pick<
  FigureQuestion,
  'rental_group' | 'rental_type' | 'source' | 'code' | 'weekday' | 'hour'
>;

/** The rental types that a question is about; null = all. */
export function listTypes({
  rental_group,
  rental_type,
}: EntryFilters): readonly RentalType[] | null {
  if (rental_group) return rentalGroups[rental_group];
  return rental_type ? typesReportedAs(rental_type) : null;
}

/** Measures that only days and months sum up, not hours and sources. */
const dailyMeasures: readonly FigureMeasure[] = ['enforcement', 'marketing', 'dynamic_pricing'];

/**
 * The rollup that has the sum of a question: `days_and_months` are days beside whole months; null where none has,
 * so that the entries themselves are read.
 */
export function chooseRollup(
  measure: FigureMeasure,
  filters: EntryFilters,
): 'revenue_hours' | 'revenue_sources' | 'revenue_days' | 'days_and_months' | null {
  const { source, hour, weekday, code } = filters;
  if (measure === 'penalties' || code !== undefined) return null;
  if (source === undefined && hour === undefined)
    return weekday === undefined ? 'days_and_months' : 'revenue_days';
  if (dailyMeasures.includes(measure)) return null;
  if (source === undefined) return 'revenue_hours';
  return hour === undefined && listTypes(filters) === null ? 'revenue_sources' : null;
}

/** The rollup that names the days that can have entries of a question, possibly some more. */
export const chooseDays = ({ source, hour }: EntryFilters) => {
  if (hour !== undefined) return 'revenue_hours';
  return source === undefined ? 'revenue_days' : 'revenue_sources';
};

/** How many days of all properties are read at once, span after span, until a page is full. */
const spanLengths = [1, 1, 2, 8, 32] as const;

/**
 * The days of a list by time in spans, in its order. Of many properties the first day fills a page, while the first
 * entries of each would be far more than a page shows. Days after today have few entries and don't count.
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
