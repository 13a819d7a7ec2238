import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { QueryOf } from '@lotkeeper/contract/kernel/endpoint';
import type { CustomReport } from '@lotkeeper/contract/money/custom-reports';
import {
  createSavedReport,
  deleteSavedReport,
  downloadCustomReport,
  getCustomReport,
  listSavedReports,
  parseMeasures,
  renameSavedReport,
} from '@lotkeeper/contract/money/custom-reports';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { readSpotName } from '../../platform/spots/public.ts';
import { customReportFile } from './custom-reports.file.ts';
import { readHours, readRevenueGroups, readStayGroups } from './custom-reports.queries.ts';
import { buildCustomReport } from './custom-reports.rules.ts';
import { cutHours } from './hours.rules.ts';
import { deleteSaved, insertSaved, listSaved, renameSaved } from './saved-reports.queries.ts';

/** Reads what the measures need and no more. */
async function readReport(
  scope: SpotScope,
  query: QueryOf<typeof getCustomReport>,
  now: Instant,
): Promise<CustomReport> {
  const { group } = query;
  const measures = parseMeasures(query.measures) ?? [];
  const days = { from: query.start_date, to: query.end_date };
  const zone = scope.timezone;
  const asks = (...names: (typeof measures)[number][]) =>
    names.some((name) => measures.includes(name));
  const byHour = group === 'hour';
  const cut = cutHours(days, { zone, now, byHour });
  const [revenue, stays, moves] = await Promise.all([
    asks('gross', 'net', 'rentals', 'refunds') ? readRevenueGroups(scope, group, days) : null,
    asks('average_stay') && !byHour ? readStayGroups(scope, group, days) : null,
    asks('occupancy') || (byHour && asks('average_stay')) ? readHours(scope, cut) : null,
  ]);
  return buildCustomReport(
    { measures, group, days, today: toLocalDate(now, zone), zone },
    { revenue, stays, hours: moves && { moves, cut } },
  );
}

/** Reports that Admins make up themselves, and those that they saved. */
export function customReportsRoutes(serve: Serve): void {
  serve(getCustomReport, ({ scope, query, now }) => readReport(scope, query, now));

  serve(downloadCustomReport, async ({ scope, query, now }) => {
    const [spot, report] = await Promise.all([readSpotName(scope), readReport(scope, query, now)]);
    const days = { from: query.start_date, to: query.end_date };
    return customReportFile({ group: query.group, spot, days }, report);
  });

  serve(listSavedReports, ({ scope }) => listSaved(scope));

  serve(createSavedReport, ({ scope, body, now }) => insertSaved(scope, body, now));

  serve(renameSavedReport, ({ scope, params, body, now }) =>
    renameSaved(scope, params.id, body.name, now),
  );

  serve(deleteSavedReport, ({ scope, params, now }) => deleteSaved(scope, params.id, now));
}
