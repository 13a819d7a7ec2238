import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import {
  debtKinds,
  downloadReceivables,
  listReceivables,
} from '@lotkeeper/contract/people/receivables';
import type { Serve } from '../../../kernel/http/call.ts';
import type { CsvColumns } from '../../../kernel/http/csv.ts';
import { moneyCell, toCsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import { readOrganization } from '../../platform/organizations/public.ts';
import type { ReceivableRow } from './receivables.queries.ts';
import { readReceivables, readReceivablesPage } from './receivables.queries.ts';

const columns = (now: Instant): CsvColumns<ReceivableRow> => [
  ['Property', ({ spot }) => spot.name],
  ['For', ({ kind }) => debtKinds[kind]],
  ['Number', ({ code }) => code],
  ['Who', ({ debtor }) => debtor],
  ['Since', ({ since, spot }) => toLocalDate(since, spot.timezone)],
  ['Days', ({ since }) => Math.floor((now - since) / dayMs)],
  ['Owed', ({ amount }) => moneyCell(amount)],
  ['Appealed', ({ appeal }) => (appeal === null ? '' : 'Yes')],
];

/** What drivers and tenants owe. */
export function receivablesRoutes(serve: Serve): void {
  serve(listReceivables, async ({ scope, query, now }) => {
    const { organization: _, ...filters } = query;
    const { results, ...sums } = await readReceivablesPage(scope, { ...filters, now });
    return {
      ...sums,
      results: results.map((row) => ({ ...row, since: toEpochSeconds(row.since) })),
    };
  });

  serve(downloadReceivables, async ({ scope, query, now }) => {
    const { organization: _, ...filters } = query;
    const [{ name }, rows] = await Promise.all([
      readOrganization(scope),
      readReceivables(scope, { ...filters, now }),
    ]);
    return toCsvFile(`who-owes ${inFileName(name)}`, columns(now), [rows]);
  });
}
