import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  addMonths,
  daysBetween,
  parseLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { getWeekdayName } from '@lotkeeper/contract/kernel/weekdays';
import type {
  CustomReport,
  MeasuredValues,
  ReportGrouping,
  ReportMeasure,
  ReportRangeName,
  SavedReport,
} from '@lotkeeper/contract/money/custom-reports';
import {
  daysOfRange,
  getSourceName,
  maxHourlyDays,
  maxReportDays,
  parseMeasures,
  reportGroupings,
  reportRanges,
  whyNotMeasured,
} from '@lotkeeper/contract/money/custom-reports';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import type { ReportedType } from '@lotkeeper/contract/money/reported-types';
import { reportedTypes } from '@lotkeeper/contract/money/reported-types';
import {
  formatCount,
  formatCountCompact,
  formatDate,
  formatDateShort,
  formatMean,
  formatMoneyCompact,
  formatMoneyExact,
  formatMonth,
  formatPercent,
  formatStay,
  formatTimeOfDay,
} from '../../../kernel/format.ts';
import type { FigureAddress } from '../../../shared/figure-link.tsx';
import type { ReportSearch } from './report-search.ts';

/** The settings of a report: its days, and whether it shows totals or daily means. */
export interface ReportSetup {
  measures: ReportMeasure[];
  group: ReportGrouping;
  range: ReportRangeName;
  start: LocalDate;
  end: LocalDate;
  per: 'total' | 'day';
}

const fallback = { measures: 'gross,net,rentals', group: 'day', range: 'last_28_days' } as const;

const isGrouping = (word: string | undefined): word is ReportGrouping =>
  word !== undefined && Object.hasOwn(reportGroupings, word);
const isRange = (word: string | undefined): word is ReportRangeName =>
  word !== undefined && Object.hasOwn(reportRanges, word);

/** Groups that repeat within a longer range, so a daily mean makes sense. */
export const hasMean = (group: ReportGrouping) => group === 'weekday' || group === 'hour';

function fixedDays(search: ReportSearch, today: LocalDate) {
  const start = parseLocalDate(search.startDate ?? '');
  const end = parseLocalDate(search.endDate ?? '');
  const usable =
    start !== null &&
    end !== null &&
    start >= earliestReportDate &&
    start <= end &&
    end <= today &&
    end < addDays(start, maxReportDays);
  return usable ? { range: 'fixed' as const, start, end } : null;
}

function readDays(search: ReportSearch, today: LocalDate) {
  const fixed = fixedDays(search, today);
  if (fixed && (search.range === 'fixed' || search.range === undefined)) return fixed;
  const range = isRange(search.range) && search.range !== 'fixed' ? search.range : fallback.range;
  return { range, ...daysOfRange(range, today) };
}

/** Days of a range, both ends included. */
export const daysIn = ({ start, end }: { start: LocalDate; end: LocalDate }) =>
  daysBetween(start, end) + 1;

/** The report in the URL; invalid settings count as absent. */
export function readSetup(search: ReportSearch, today: LocalDate): ReportSetup {
  const group = isGrouping(search.group) ? search.group : fallback.group;
  const requestedMeasures = parseMeasures(search.measures ?? '') ?? [];
  const chosen =
    requestedMeasures.length > 0 ? requestedMeasures : (parseMeasures(fallback.measures) ?? []);
  const days = readDays(search, today);
  // Hourly reports cover a year at the most: the last one of a longer range.
  const start =
    group === 'hour' && daysIn(days) > maxHourlyDays
      ? addDays(days.end, 1 - maxHourlyDays)
      : days.start;
  const measured = chosen.filter(
    (measure) => whyNotMeasured(measure, group, daysIn({ ...days, start })) === null,
  );
  return {
    measures: measured.length > 0 ? measured : ['gross'],
    group,
    ...days,
    start,
    per: search.per === 'day' && hasMean(group) ? 'day' : 'total',
  };
}

/** Maximum number of days with notes: one calendar request returns that many. */
const maxNotedDays = 100;

/** Whether each of a report’s groups is a day that can have notes. */
export const hasNotes = (setup: ReportSetup) =>
  setup.group === 'day' && daysIn(setup) <= maxNotedDays;

/**
 * The same report whole weeks earlier, so that weekdays match; null when weeks or months wouldn't
 * match, or there's no data that old.
 */
export function findEarlierSetup(setup: ReportSetup): ReportSetup | null {
  const days = 7 * Math.ceil(daysIn(setup) / 7);
  const start = addDays(setup.start, -days);
  if (setup.group === 'week' || setup.group === 'month' || start < earliestReportDate) return null;
  return { ...setup, start, end: addDays(setup.end, -days) };
}

export function toSearch(setup: Omit<ReportSetup, 'start' | 'end'> & DaysSet): ReportSearch {
  const { measures, group, range, start, end, per } = setup;
  return {
    measures: measures.join(','),
    group,
    range,
    ...(range === 'fixed' && { startDate: start ?? '', endDate: end ?? '' }),
    ...(per === 'day' && { per }),
  };
}

interface DaysSet {
  start: LocalDate | null;
  end: LocalDate | null;
}

export const searchOfSaved = ({ start_date, end_date, ...saved }: SavedReport): ReportSearch =>
  toSearch({ ...saved, start: start_date, end: end_date, per: 'total' });

/** Describes a saved report: 'Gross revenue, Rentals by day, last 28 days'. */
export function savedInWords(
  { group, range, start_date, end_date }: SavedReport,
  measures: readonly string[],
): string {
  const days =
    start_date && end_date
      ? `${formatDate(start_date)} – ${formatDate(end_date)}`
      : reportRanges[range].toLowerCase();
  return `${measures.join(', ')} by ${reportGroupings[group].toLowerCase()}, ${days}`;
}

const lookUpName = (names: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(names, key) ? (names[key] ?? key) : key;

/** The label of a group; days within one year leave the year out. */
export function groupName(
  { group, start, end }: Pick<ReportSetup, 'group' | 'start' | 'end'>,
  key: string,
): string {
  const day = start.slice(0, 4) === end.slice(0, 4) ? formatDateShort : formatDate;
  return {
    day: () => day(key),
    week: () => `Week of ${formatDate(key)}`,
    month: () => formatMonth(key.slice(0, 7)),
    weekday: () => getWeekdayName(Number(key)),
    hour: () => formatTimeOfDay(Number(key)),
    rental_type: () => lookUpName(reportedTypes, key),
    source: () => getSourceName(key),
  }[group]();
}

const figureOf = { gross: 'gross', net: 'net', refunds: 'refunds', rentals: 'rentals' } as const;
const isFigure = (measure: ReportMeasure): measure is keyof typeof figureOf =>
  Object.hasOwn(figureOf, measure);

/**
 * The ledger query for one value of a report, for a group by its key or for all groups; null for
 * means, which no entries add up to.
 */
export function findFigure(
  { group, start, end, per }: Pick<ReportSetup, 'group' | 'start' | 'end' | 'per'>,
  measure: ReportMeasure,
  key: string | null,
): Omit<FigureAddress, 'spotPk'> | null {
  if (!isFigure(measure) || per === 'day') return null;
  const allDays = { measure: figureOf[measure], startDate: start, endDate: end };
  if (key === null) return allDays;
  const toRange = (first: LocalDate, last: LocalDate) => ({
    ...allDays,
    startDate: first > start ? first : start,
    endDate: last < end ? last : end,
  });
  const day = key as LocalDate;
  return {
    day: () => toRange(day, day),
    week: () => toRange(day, addDays(day, 6)),
    month: () => toRange(day, addDays(addMonths(day, 1), -1)),
    weekday: () => ({ ...allDays, weekday: Number(key) }),
    hour: () => ({ ...allDays, hour: Number(key) }),
    rental_type: () => ({ ...allDays, type: key as ReportedType }),
    source: () => ({ ...allDays, source: key }),
  }[group]();
}

interface MeasureFormat {
  full: (value: number) => string;
  tick: (value: number) => string;
}

/** Measures that are means already, so that days don't divide them. */
const means: Record<ReportMeasure, boolean> = {
  gross: false,
  net: false,
  refunds: false,
  rentals: false,
  average_stay: true,
  occupancy: true,
};

const money = { full: formatMoneyExact, tick: formatMoneyCompact };

const formats: Record<ReportMeasure, MeasureFormat> = {
  gross: money,
  net: money,
  refunds: money,
  rentals: { full: formatCount, tick: formatCountCompact },
  average_stay: { full: formatStay, tick: formatStay },
  occupancy: { full: formatPercent, tick: formatPercent },
};

/** The number format of a measure; a mean of rentals has a fraction. */
export const formatFor = (measure: ReportMeasure, per: ReportSetup['per']): MeasureFormat =>
  measure === 'rentals' && per === 'day'
    ? { full: formatMean, tick: formatMean }
    : formats[measure];

/** A group's value of a measure, as shown; null = none. Stay and occupancy are already means. */
export function shownValue(
  { days, values }: { days: number; values: MeasuredValues },
  measure: ReportMeasure,
  per: ReportSetup['per'],
): number | null {
  const value = values[measure] ?? null;
  if (value === null || per === 'total') return value;
  if (means[measure]) return value;
  return days > 0 ? value / days : null;
}

export const isEmptyReport = ({ groups }: CustomReport) =>
  groups.every(({ values }) => Object.values(values).every((value) => !value));
