import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getRevenueByMonth, getRevenueByType } from '@lotkeeper/contract/money/revenue';
import type { Serve } from '../../../kernel/http/call.ts';
import { readMoney, sumMoney } from '../../../records/money/money-sums.ts';
import type { MonthOfTypes } from './revenue.rules.ts';
import { chartSpan, revenueByMonth, revenueByType } from './revenue.rules.ts';

/** A property's revenue month over month. */
export function revenueRoutes(serve: Serve): void {
  serve(getRevenueByMonth, async ({ scope, now }) => {
    const span = chartSpan(toLocalDate(now, scope.timezone));
    const question = { measures: ['gross', 'net'], by: { date: 'month' }, span } as const;
    return revenueByMonth(await readMoney(scope, question), span.to);
  });

  serve(getRevenueByType, async ({ scope, now }) => {
    const span = chartSpan(toLocalDate(now, scope.timezone));
    const groupBy = { date: 'month', rental_type: 'rental_type' } as const;
    // One row a month: reading a row for each type takes longer than the query.
    const rows = await scope.read<MonthOfTypes[]>(
      (sql) => sql`
        select date, json_object_agg(rental_type, gross) as gross
        from (${sumMoney(sql, scope, { measures: ['gross'], by: groupBy, span })}) t group by date`,
    );
    return revenueByType(rows, span.to);
  });
}
