import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  daysBetween,
  eachDay,
  getWeekday,
  startOfMonth,
} from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type {
  CustomReport,
  MeasuredValues,
  ReportGrouping,
  ReportMeasure,
} from '@lotkeeper/contract/money/custom-reports';
import { reportedTypeNames } from '@lotkeeper/contract/money/reported-types';
import type { DaySpan } from '../../../records/day-spans.ts';
import type { HourCut, HourMoves, HourSums } from './hours.rules.ts';
import { sumHours } from './hours.rules.ts';

export interface ReportRequest {
  measures: readonly ReportMeasure[];
  group: ReportGrouping;
  days: DaySpan;
  today: LocalDate;
  zone: TimeZone;
}

export const revenueMeasures = ['gross', 'net', 'refunds', 'rentals'] as const;
export const stayMeasures = ['stays', 'minutes'] as const;
type SummedMeasure = (typeof revenueMeasures | typeof stayMeasures)[number];

/** The rows read for it: only what its measures need. */
export interface ReportRead {
  groups: readonly (Partial<Record<SummedMeasure, number>> & { key: string | number })[];
  hours: { moves: HourMoves; cut: HourCut } | null;
}

/** The group of a day, or of an hour when grouping by hour; '' where days aren't distinguished. */
function toGroupKey(group: ReportGrouping, day: LocalDate, hour: number): string {
  if (group === 'day') return day;
  if (group === 'week') return addDays(day, 1 - getWeekday(day));
  if (group === 'month') return startOfMonth(day);
  if (group === 'weekday') return String(getWeekday(day));
  return group === 'hour' ? String(hour) : '';
}

const byCalendar: ReadonlySet<ReportGrouping> = new Set(['day', 'week', 'month', 'weekday']);

/** Each group of the range that has a day up to today, with its number of days; empty when groups aren't days. */
function daysOfGroups({ group, days, today }: ReportRequest): Map<string, number> {
  const counts = new Map<string, number>();
  const last = days.to < today ? days.to : today;
  const all = days.from <= last ? eachDay(days.from, last) : [];
  if (group === 'hour') {
    for (let hour = 0; hour < 24; hour += 1) counts.set(String(hour), all.length);
  }
  if (!byCalendar.has(group)) return counts;
  for (const day of all) {
    const key = toGroupKey(group, day, 0);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

interface Sums extends Record<SummedMeasure, number>, HourSums {}

const zeroSums: Sums = {
  gross: 0,
  net: 0,
  refunds: 0,
  rentals: 0,
  hours: 0,
  occupiedSeconds: 0,
  stays: 0,
  minutes: 0,
};

function addTo(all: Map<string, Sums>, key: string, part: Partial<Sums>) {
  const sums = { ...(all.get(key) ?? zeroSums) };
  for (const name of Object.keys(zeroSums) as (keyof Sums)[]) sums[name] += part[name] ?? 0;
  all.set(key, sums);
}

/** All rows by group. */
function sumByGroup(request: ReportRequest, read: ReportRead): Map<string, Sums> {
  const all = new Map<string, Sums>();
  for (const { key, ...sums } of read.groups) addTo(all, String(key), sums);
  if (!read.hours) return all;
  const { moves, cut } = read.hours;
  const sums = sumHours(moves, cut, {
    zone: request.zone,
    keyOf: (day, hour) => toGroupKey(request.group, day, hour),
  });
  for (const [key, { hours, occupiedSeconds, stays, minutes }] of sums) {
    if (request.group === 'hour') addTo(all, key, { hours, occupiedSeconds, stays, minutes });
    else if (hours > 0) addTo(all, key, { hours, occupiedSeconds });
  }
  return all;
}

function computeValues(
  sums: Sums,
  spaces: number,
  measures: readonly ReportMeasure[],
): MeasuredValues {
  const spaceSeconds = sums.hours * 3600 * spaces;
  const all: Required<MeasuredValues> = {
    gross: cents(sums.gross),
    net: cents(sums.net),
    rentals: sums.rentals,
    refunds: cents(sums.refunds),
    average_stay: sums.stays > 0 ? Math.round(sums.minutes / sums.stays) : null,
    occupancy:
      spaceSeconds > 0 ? Math.round((sums.occupiedSeconds / spaceSeconds) * 10_000) / 10_000 : null,
  };
  return Object.fromEntries(measures.map((measure) => [measure, all[measure]]));
}

/** Sorts groups like the page: by calendar and clock, types in the usual order, sources by revenue. */
function sortGroups(group: ReportGrouping, all: ReadonlyMap<string, Sums>) {
  const rankType = (key: string) => reportedTypeNames.findIndex((name) => name === key);
  return [...all].sort(([a, aSums], [b, bSums]) => {
    if (group === 'hour') return Number(a) - Number(b);
    if (group === 'weekday') return (Number(a) % 7) - (Number(b) % 7);
    if (group === 'rental_type') return rankType(a) - rankType(b);
    if (group === 'source' && aSums.gross !== bSums.gross) return bSums.gross - aSums.gross;
    return a < b ? -1 : 1;
  });
}

/** The report: groups of the range up to today, including empty ones, and their total. */
export function buildCustomReport(request: ReportRequest, read: ReportRead): CustomReport {
  const days = daysOfGroups(request);
  const all = sumByGroup(request, read);
  for (const key of days.keys()) addTo(all, key, {});
  const spaces = read.hours?.moves.spaces ?? 0;
  const total = new Map<string, Sums>();
  for (const sums of all.values()) addTo(total, '', sums);
  const last = request.days.to < request.today ? request.days.to : request.today;
  return {
    groups: sortGroups(request.group, all).map(([key, sums]) => ({
      key,
      days: days.get(key) ?? 0,
      values: computeValues(sums, spaces, request.measures),
    })),
    total: {
      days: request.days.from <= last ? daysBetween(request.days.from, last) + 1 : 0,
      values: computeValues(total.get('') ?? zeroSums, spaces, request.measures),
    },
  };
}
