import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { eachDay, getWeekday } from '@lotkeeper/contract/kernel/calendar';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { DayRow } from './local-intelligence.queries.ts';
import type { Occasion } from './occasions.rules.ts';

/** A day of the history. */
export interface DemandDay {
  date: LocalDate;
  /** 1 = Monday to 7 = Sunday. */
  weekday: number;
  rentals: number;
  net: number;
  occasion: Occasion | null;
  /** By an event, or because of a week or more without a rental. */
  closed: boolean;
}

export type Figure = 'rentals' | 'net';

/** Days without any rental after which the property counts as closed. */
const closedRun = 7;
/** Weeks before and after a day whose same weekdays define what is usual. */
const weeksAround = 4;
/** Minimum ordinary days to define what is usual. */
const fewestAround = 3;

/** The days from the first with a rental to the end of the range, without gaps. */
export function demandDays(
  rows: readonly DayRow[],
  span: DaySpan,
  occasions: ReadonlyMap<LocalDate, Occasion>,
): DemandDay[] {
  const byDate = new Map(rows.map((row) => [row.local_date, row]));
  const first = rows
    .filter((row) => row.rentals > 0)
    .reduce<LocalDate | null>((a, { local_date: b }) => (a === null || b < a ? b : a), null);
  if (first === null) return [];
  const firstWeekday = getWeekday(first);
  const days = eachDay(first, span.to).map((date, index) => {
    const occasion = occasions.get(date) ?? null;
    const { rentals = 0, net = 0 } = byDate.get(date) ?? {};
    const closed = occasion !== null && occasion.closedBy.length > 0;
    return { date, weekday: ((firstWeekday - 1 + index) % 7) + 1, rentals, net, occasion, closed };
  });
  closeRuns(days);
  return days;
}

function closeRuns(days: DemandDay[]): void {
  let from = 0;
  days.forEach((day, index) => {
    if (day.rentals > 0) from = index + 1;
    else if (index + 1 - from >= closedRun) {
      for (const closedDay of days.slice(from, index + 1)) closedDay.closed = true;
    }
  });
}

/** Whether a day is like others of its weekday: no holiday, no event, not closed. */
export const isOrdinary = (day: DemandDay) => !day.closed && day.occasion === null;

/** The median of values in any order; the mean of the middle two if their number is even. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The value below which the given fraction of sorted values lies. */
export const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.round(share * (sorted.length - 1))] ?? null;

/**
 * A day's figure as a multiple of its usual: the median of ordinary same weekdays around it; null if that is unknown.
 */
export function computeMultiple(
  days: readonly DemandDay[],
  index: number,
  figure: Figure,
): number | null {
  const around: number[] = [];
  for (let week = -weeksAround; week <= weeksAround; week += 1) {
    const other = days[index + week * 7];
    if (week !== 0 && other && isOrdinary(other)) around.push(other[figure]);
  }
  const usual = around.length < fewestAround ? null : median(around);
  const day = days[index];
  return day && usual !== null && usual > 0 ? day[figure] / usual : null;
}

/** For each weekday, 1 = Monday, the sorted multiples of its ordinary days, which show their natural variation. */
export function ordinaryMultiples(days: readonly DemandDay[]): ReadonlyMap<number, number[]> {
  const found = new Map<number, number[]>([1, 2, 3, 4, 5, 6, 7].map((dow) => [dow, []]));
  days.forEach((day, index) => {
    const multiple = isOrdinary(day) ? computeMultiple(days, index, 'rentals') : null;
    if (multiple !== null) found.get(day.weekday)?.push(multiple);
  });
  for (const multiples of found.values()) multiples.sort((a, b) => a - b);
  return found;
}
