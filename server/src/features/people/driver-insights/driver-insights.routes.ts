import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  startOfDay,
  toEpochSeconds,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import {
  getDriverFrequency,
  getFrequencyBreakdown,
  getHourlyHeatmap,
  getMonthlyHeatmap,
  listTransientDrivers,
} from '@lotkeeper/contract/people/driver-insights';
import type { Serve } from '../../../kernel/http/call.ts';
import {
  readDriverPage,
  readFrequency,
  readFrequencyByWeekday,
  readHourlyHeat,
  readMonthlyHeat,
} from './driver-insights.queries.ts';
import {
  computeFrequencies,
  computeHourlyOccupancy,
  computeMonthlyOccupancy,
  computeWeekdayFrequencies,
  heatSpans,
} from './driver-insights.rules.ts';

/** Until now, since a booking for later hasn't brought anybody yet. */
const toRange = (query: { start: LocalDate; end: LocalDate }, zone: string, now: Instant) => ({
  from: startOfDay(query.start, zone),
  to: Math.min(startOfDay(addDays(query.end, 1), zone), now) as Instant,
});

/** When drivers come, and how often. */
export function driverInsightsRoutes(serve: Serve): void {
  serve(getMonthlyHeatmap, async ({ scope, now }) => {
    const { monthly } = heatSpans(toLocalDate(now, scope.timezone));
    const data = computeMonthlyOccupancy(await readMonthlyHeat(scope, monthly), monthly);
    return { data, last_updated_at: toEpochSeconds(now) };
  });

  serve(getHourlyHeatmap, async ({ scope, now }) => {
    const { hourly } = heatSpans(toLocalDate(now, scope.timezone));
    const data = computeHourlyOccupancy(await readHourlyHeat(scope, hourly), hourly);
    return { data, last_updated_at: toEpochSeconds(now) };
  });

  serve(getDriverFrequency, async ({ scope, query, now }) => ({
    data: computeFrequencies(await readFrequency(scope, toRange(query, scope.timezone, now))),
    last_updated_at: toEpochSeconds(now),
  }));

  serve(getFrequencyBreakdown, async ({ scope, query, now }) => ({
    data: computeWeekdayFrequencies(
      await readFrequencyByWeekday(scope, toRange(query, scope.timezone, now)),
    ),
    last_updated_at: toEpochSeconds(now),
  }));

  serve(listTransientDrivers, async ({ scope, query, now }) =>
    readDriverPage(scope, toRange(query, scope.timezone, now), query),
  );
}
