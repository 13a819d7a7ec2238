import { addDays, startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getMultidayPricingHistory } from '@lotkeeper/contract/operations/pricing';
import type { Serve } from '../../../kernel/http/call.ts';
import { readPricePoints } from './pricing.queries.ts';
import { hourlyPrices } from './pricing.rules.ts';

/** The hourly price at a property over time. */
export function pricingRoutes(serve: Serve): void {
  serve(getMultidayPricingHistory, async ({ scope, query, now }) => {
    const from = startOfDay(addDays(toLocalDate(now, scope.timezone), -query.days), scope.timezone);
    const rows = await readPricePoints(scope, from, now);
    return hourlyPrices(rows, { from, now }, scope.timezone);
  });
}
