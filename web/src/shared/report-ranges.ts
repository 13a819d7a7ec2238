import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  addMonths,
  parseLocalDate,
  startOfMonth,
  startOfYear,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { startOfPeriod } from '@lotkeeper/contract/money/changes';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import type { DateRangePreset } from '../ui/form/date-range-picker.tsx';
import type { RangeFilters } from './range-search.ts';

/** Two days, both included. */
export interface ReportRange {
  start: LocalDate;
  end: LocalDate;
}

/** Today's date at the properties; the latest one if they differ, so no money received so far is left out. */
export function findToday(spots: readonly Pick<Spot, 'timezone'>[], at: Instant): LocalDate {
  const days = spots.map((spot) => toLocalDate(at, spot.timezone));
  return days.sort().at(-1) ?? toLocalDate(at, 'UTC');
}

/** The property in the filters; null when they name none, or an unknown one. */
export const chosenSpot = <S extends Pick<Spot, 'pk'>>(
  spots: readonly S[],
  { spotPk }: Pick<RangeFilters, 'spotPk'>,
): S | null => spots.find((spot) => String(spot.pk) === spotPk) ?? null;

function usable(text: string | undefined, today: LocalDate): LocalDate | null {
  const day = parseLocalDate(text ?? '');
  return day !== null && day >= earliestReportDate && day <= today ? day : null;
}

/** The days in the filters if they can be reported on, or else the first of the month and today. */
export function readRange(
  filters: Pick<RangeFilters, 'startDate' | 'endDate'>,
  today: LocalDate,
): ReportRange {
  const start = usable(filters.startDate, today) ?? startOfMonth(today);
  const end = usable(filters.endDate, today) ?? today;
  return start <= end ? { start, end } : { start: startOfMonth(today), end: today };
}

/** The days of a month up to today, as in a URL. */
export function daysOfMonth(month: LocalDate, today: LocalDate) {
  const last = addDays(addMonths(month, 1), -1);
  return { startDate: month, endDate: last < today ? last : today };
}

/** The most common ranges. */
export function listPresets(today: LocalDate): DateRangePreset[] {
  const month = startOfMonth(today);
  const year = startOfYear(today);
  const before = addMonths(month, -1);
  const monday = startOfPeriod('week', today);
  return [
    { label: 'This week', range: { start: monday, end: today } },
    { label: 'Last week', range: { start: addDays(monday, -7), end: addDays(monday, -1) } },
    { label: 'This month', range: { start: month, end: today } },
    { label: 'Last month', range: { start: before, end: addDays(month, -1) } },
    { label: 'Last 30 days', range: { start: addDays(today, -29), end: today } },
    { label: 'This year', range: { start: year, end: today } },
    { label: 'Last year', range: { start: addMonths(year, -12), end: addDays(year, -1) } },
  ];
}
