import type { FigureMeasure, FigureQuestion } from '@lotkeeper/contract/figures';
import type { RentalType } from '@lotkeeper/contract/rentals';
import { rentalGroups } from '@lotkeeper/contract/rentals';
import { typesReportedAs } from '@lotkeeper/contract/reported-types';

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
