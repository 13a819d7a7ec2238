import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getRevenueByMonth, getRevenueByType } from '@lotkeeper/contract/money/revenue';
import type { Serve } from '../../../kernel/http/call.ts';
import { readRevenue } from '../../../records/revenue.ts';
import { readGrossByType } from './revenue.queries.ts';
import { chartSpan, revenueByMonth, revenueByType } from './revenue.rules.ts';

/** What a property earned month over month. */
export function revenueRoutes(serve: Serve): void {
  serve(getRevenueByMonth, async ({ scope, now }) => {
    const span = chartSpan(toLocalDate(now, scope.timezone));
    return revenueByMonth(await readRevenue(scope, 'revenue_months', span), span.to);
  });

  serve(getRevenueByType, async ({ scope, now }) => {
    const span = chartSpan(toLocalDate(now, scope.timezone));
    return revenueByType(await readGrossByType(scope, span), span.to);
  });
}
