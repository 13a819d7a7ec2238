import {
  getDriverFrequency,
  getFrequencyBreakdown,
  getHourlyHeatmap,
  getMonthlyHeatmap,
} from '@lotkeeper/contract/driver-insights';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  localDateOf,
  startOfDay,
  toEpochSeconds,
} from '@lotkeeper/contract/kernel/calendar';
import type { Serve } from '../../kernel/serve.ts';
import {
  readFrequency,
  readFrequencyByWeekday,
  readHourlyHeat,
  readMonthlyHeat,
} from './driver-insights.queries.ts';
import {
  breakdownOf,
  frequenciesOf,
  heatSpans,
  hourlyOccupancyOf,
  monthlyOccupancyOf,
} from './driver-insights.rules.ts';

const rangeOf = (query: { start: LocalDate; end: LocalDate }, zone: string) => ({
  from: startOfDay(query.start, zone),
  to: startOfDay(addDays(query.end, 1), zone),
});

/** When drivers come, and how often. */
export function driverInsightsRoutes(serve: Serve): void {
  serve(getMonthlyHeatmap, async ({ scope, now }) => {
    const { monthly } = heatSpans(localDateOf(now, scope.timezone));
    const data = monthlyOccupancyOf(await readMonthlyHeat(scope, monthly), monthly);
    return { data, last_updated_at: toEpochSeconds(now) };
  });

  serve(getHourlyHeatmap, async ({ scope, now }) => {
    const { hourly } = heatSpans(localDateOf(now, scope.timezone));
    const data = hourlyOccupancyOf(await readHourlyHeat(scope, hourly), hourly);
    return { data, last_updated_at: toEpochSeconds(now) };
  });

  serve(getDriverFrequency, async ({ scope, query, now }) => ({
    data: frequenciesOf(await readFrequency(scope, rangeOf(query, scope.timezone))),
    last_updated_at: toEpochSeconds(now),
  }));

  serve(getFrequencyBreakdown, async ({ scope, query, now }) => ({
    data: breakdownOf(await readFrequencyByWeekday(scope, rangeOf(query, scope.timezone))),
    last_updated_at: toEpochSeconds(now),
  }));
}
