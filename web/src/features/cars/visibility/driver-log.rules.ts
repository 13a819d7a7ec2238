import type { CarTrackingEvent } from '@lotkeeper/contract/cars/visibility';
import {
  driverLogDaysBack,
  maxCounted,
  maxDriverLogDays,
} from '@lotkeeper/contract/cars/visibility';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import { formatCount } from '../../../kernel/format.ts';
import { rangeProblem } from '../../../ui/form/date-range.rules.ts';
import type { LogFilters } from './log-search.ts';

export type VisibilitySpot = Pick<
  Spot,
  'organization' | 'pk' | 'uuid' | 'name' | 'timezone' | 'classification' | 'spot_config'
>;

/** The first and last day of the log. */
export const logDays = (today: LocalDate): [LocalDate, LocalDate] => [
  addDays(today, -driverLogDaysBack),
  today,
];

function isLogged(date: LocalDate, today: LocalDate): boolean {
  const [first, last] = logDays(today);
  return date >= first && date <= last;
}

/** A range of days in the log, both ends included. */
export interface LogRange {
  start: LocalDate;
  end: LocalDate;
}

export const limitRange = (today: LocalDate) => ({
  earliest: earliestReportDate,
  today,
  maxDays: maxDriverLogDays,
});

/** The range in the URL; null when there is none that the log can show. */
export function readLogRange(filters: LogFilters, today: LocalDate): LogRange | null {
  const { startDate: start, endDate: end } = filters;
  if (!start || !end || start > end) return null;
  return rangeProblem({ start, end }, limitRange(today)) === null ? { start, end } : null;
}

/** The default range: the days that can also be shown individually. */
export function startRange(today: LocalDate): { startDate: LocalDate; endDate: LocalDate } {
  const [startDate, endDate] = logDays(today);
  return { startDate, endDate };
}

/** The day in the URL, or today when the log doesn't have it. */
export const loggedDay = (date: LocalDate | undefined, today: LocalDate): LocalDate =>
  date && isLogged(date, today) ? date : today;

/** Whether the URL has a day or a range that the log can't show. */
export function namesWrongDays(filters: LogFilters, today: LocalDate): boolean {
  const { date, startDate, endDate } = filters;
  if (startDate || endDate) return readLogRange(filters, today) === null;
  return date !== undefined && !isLogged(date, today);
}

type Ends = Pick<CarTrackingEvent, 'entrance_timestamp' | 'exit_timestamp' | 'exit_missed'>;

/** Whether the car of a visit is still on the property: an exit was neither seen nor missed. */
export const isStillHere = ({ entrance_timestamp, exit_timestamp, exit_missed }: Ends): boolean =>
  entrance_timestamp !== null && exit_timestamp === null && !exit_missed;

/**
 * Formats a visit's duration: 'Under 30min', '45min', '2h', '2h 5min'; for a car that is still
 * there 'so far', as of `now` (ms since 1970); '–' when a camera missed the entrance or exit.
 */
export function formatStay(visit: Ends, now: number): string {
  const { entrance_timestamp: from, exit_timestamp: to } = visit;
  if (isStillHere(visit)) return `${formatDuration(Number(from), now / 1000)} so far`;
  return from === null || to === null ? '–' : formatDuration(from, to);
}

function formatDuration(from: number, to: number): string {
  const minutes = Math.floor((to - from) / 60);
  if (minutes < 30) return 'Under 30min';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${formatCount(hours)}h` : '', rest > 0 ? `${rest}min` : '']
    .filter(Boolean)
    .join(' ');
}

/** Formats a count; the server stops counting at `maxCounted`. */
export const countedText = (count: number) =>
  count >= maxCounted ? `${formatCount(maxCounted)}+` : formatCount(count);
