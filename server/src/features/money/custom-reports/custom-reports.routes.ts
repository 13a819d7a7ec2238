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
import type { MoneyMeasure } from '../../../records/money/money-sums.ts';
import { readMoney } from '../../../records/money/money-sums.ts';
import { readSpotName } from '../../platform/spots/public.ts';
import { customReportFile } from './custom-reports.file.ts';
import { readHours } from './custom-reports.queries.ts';
import { buildCustomReport, revenueMeasures, stayMeasures } from './custom-reports.rules.ts';
import { cutHours } from './hours.rules.ts';
import { deleteSaved, insertSaved, listSaved, renameSaved } from './saved-reports.queries.ts';

/** Reads only what the measures need. */
async function readReport(
  scope: SpotScope,
  query: QueryOf<typeof getCustomReport>,
  now: Instant,
): Promise<CustomReport> {
  const { group } = query;
  const measures = parseMeasures(query.measures) ?? [];
  const days = { from: query.start_date, to: query.end_date };
  const zone = scope.timezone;
  const isRequested = (...names: (typeof measures)[number][]) =>
    names.some((name) => measures.includes(name));
  const byHour = group === 'hour';
  const cut = cutHours(days, { zone, now, byHour });
  const sums: MoneyMeasure[] = [
    ...(isRequested(...revenueMeasures) ? revenueMeasures : []),
    ...(isRequested('average_stay') && !byHour ? stayMeasures : []),
  ];
  const [groups, moves] = await Promise.all([
    sums.length > 0 ? readMoney(scope, { measures: sums, by: { key: group }, span: days }) : [],
    isRequested('occupancy') || (byHour && isRequested('average_stay'))
      ? readHours(scope, cut)
      : null,
  ]);
  return buildCustomReport(
    { measures, group, days, today: toLocalDate(now, zone), zone },
    { groups, hours: moves && { moves, cut } },
  );
}

/** Custom reports, and those that Admins saved. */
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
    renameSaved(scope, params.id, body, now),
  );

  serve(deleteSavedReport, ({ scope, params, now }) => deleteSaved(scope, params.id, now));
}
