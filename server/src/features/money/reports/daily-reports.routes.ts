import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { downloadDailyReports, getDailyReports } from '@lotkeeper/contract/money/daily-reports';
import type { Serve } from '../../../kernel/http/call.ts';
import { readMoney, revenueMeasures } from '../../../records/money/money-sums.ts';
import { readSpotName } from '../../platform/spots/public.ts';
import { dailyReportsFile } from './daily-reports.file.ts';
import { readDailyReports } from './daily-reports.queries.ts';
import { buildDailyReports, monthAsked, reportSpans } from './daily-reports.rules.ts';

/** A property's revenue by day, and when its rentals begin. */
export function dailyReportsRoutes(serve: Serve): void {
  serve(getDailyReports, async ({ scope, query, now }) => {
    const today = toLocalDate(now, scope.timezone);
    const spans = reportSpans(monthAsked(query, today), today, scope.timezone);
    return buildDailyReports(await readDailyReports(scope, spans, query.rental_type), spans, today);
  });

  serve(downloadDailyReports, async ({ scope, query, now }) =>
    dailyReportsFile({
      spot: await readSpotName(scope),
      span: { from: query.start_date, to: query.end_date },
      type: query.rental_type,
      today: toLocalDate(now, scope.timezone),
      read: (span) =>
        readMoney(scope, {
          measures: revenueMeasures,
          by: { date: 'day' },
          span,
          filters: { rental_type: query.rental_type },
        }),
    }),
  );
}
