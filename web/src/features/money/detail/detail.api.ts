import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  addMonths,
  startOfDay,
  startOfMonth,
  startOfYear,
  toEpochSeconds,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import type { SpotReport } from '@lotkeeper/contract/money/reports';
import { getSpotReport, reportRefreshSeconds } from '@lotkeeper/contract/money/reports';
import type { SlotCounts } from '@lotkeeper/contract/people/rentals';
import { getSlotOverview } from '@lotkeeper/contract/people/rentals';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { now } from '../../../kernel/clock.ts';
import { joinReads, useRead } from '../../../kernel/queries.ts';

/** Refresh interval of the page’s reads. */
export const refresh = { refreshEvery: reportRefreshSeconds };

/** The overview's three ranges in the property's time zone, in epoch seconds; each ends where the next begins. */
export function overviewRanges(at: Instant, zone: TimeZone) {
  const today = toLocalDate(at, zone);
  const range = (from: LocalDate, to: LocalDate) => ({
    start_date_from: toEpochSeconds(startOfDay(from, zone)),
    start_date_to: toEpochSeconds(startOfDay(to, zone)),
  });
  const month = startOfMonth(today);
  const year = startOfYear(today);
  return {
    today: range(today, addDays(today, 1)),
    month: range(month, addMonths(month, 1)),
    year: range(year, addMonths(year, 12)),
  };
}

export type SlotOverview = Record<'today' | 'month' | 'year', SlotCounts>;

/** Active, upcoming, and ended rentals of today, this month, and this year; the three reads share one state. */
export function useSlotOverview(spot: SpotSummary) {
  const ranges = overviewRanges(now(), spot.timezone);
  const id = String(spot.pk);
  const today = useRead(getSlotOverview, { query: { spot: id, ...ranges.today } }, refresh);
  const month = useRead(getSlotOverview, { query: { spot: id, ...ranges.month } }, refresh);
  const year = useRead(getSlotOverview, { query: { spot: id, ...ranges.year } }, refresh);
  const data: SlotOverview | undefined =
    today.data && month.data && year.data
      ? { today: today.data, month: month.data, year: year.data }
      : undefined;
  return { data, ...joinReads([today, month, year]) };
}

/** The property's figures, for Admins. */
export function useReport(spot: SpotSummary, isAsked = true) {
  const query = { spot: String(spot.pk) };
  const report = useRead(getSpotReport, isAsked ? { query } : null, refresh);
  return { ...report, data: report.data as SpotReport | undefined };
}
