import { toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { getSpotReport } from '@lotkeeper/contract/money/reports';
import { mayReadMoney } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { readReport, readTenantCounts, reportDays } from './reports.queries.ts';
import { toReport } from './reports.rules.ts';

/** A property's reports. */
export function reportsRoutes(serve: Serve): void {
  serve(getSpotReport, async ({ scope, now }) => {
    if (mayReadMoney(scope)) {
      return toReport(await readReport(scope, now), reportDays(now, scope.timezone), now);
    }
    return {
      bulk_rentals: await readTenantCounts(scope, now),
      last_updated_at: toEpochSeconds(now),
    };
  });
}
