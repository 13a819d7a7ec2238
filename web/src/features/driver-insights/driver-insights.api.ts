import type { FrequencyWindow } from '@lotkeeper/contract/driver-insights';
import {
  getDriverFrequency,
  getFrequencyBreakdown,
  getHourlyHeatmap,
  getMonthlyHeatmap,
} from '@lotkeeper/contract/driver-insights';
import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getReviewReport, ratingWindowDays } from '@lotkeeper/contract/reviews';
import type { SpotSummary } from '@lotkeeper/contract/spots';
import { now } from '../../kernel/clock.ts';
import { useRead } from '../../kernel/queries.ts';

/** What drivers said lately. */
export const useReviews = (spot: SpotSummary) =>
  useRead(getReviewReport, { query: { spot: spot.uuid, days: ratingWindowDays } });

/** When drivers come, by weekday and hour. */
export const useHourlyHeatmap = (spot: SpotSummary) =>
  useRead(getHourlyHeatmap, { query: { spot_id: String(spot.pk) } });

/** When drivers come, by month and weekday. */
export const useMonthlyHeatmap = (spot: SpotSummary) =>
  useRead(getMonthlyHeatmap, { query: { spot_id: String(spot.pk) } });

/** A window of days of a property, today its last. */
export function listWindow(spot: SpotSummary, days: FrequencyWindow) {
  const end = toLocalDate(now(), spot.timezone);
  return { spot: String(spot.pk), start: addDays(end, 1 - days), end };
}

/** How often drivers come. */
export const useFrequency = (spot: SpotSummary, days: FrequencyWindow) =>
  useRead(getDriverFrequency, { query: listWindow(spot, days) });

/** How often drivers come, by weekday. */
export const useBreakdown = (spot: SpotSummary, days: FrequencyWindow) =>
  useRead(getFrequencyBreakdown, { query: listWindow(spot, days) });
