import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { downloadAuditEntries, listAuditEntries } from '@lotkeeper/contract/trust/audit-entries';
import type { Serve } from '../../../kernel/http/call.ts';
import type { CsvColumns } from '../../../kernel/http/csv.ts';
import { toCsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import { diffValues } from '../../../records/trust/audit-changes.ts';
import { readOrganization } from '../../platform/organizations/public.ts';
import type { AuditRow } from './audit-entries.queries.ts';
import { everyAuditRow, listAuditRows } from './audit-entries.queries.ts';

/** Values with the property's name in place of its number. */
const withSpotName = (values: AuditRow['before'], spot_pk: string | null) =>
  values && 'spot_pk' in values ? { ...values, spot_pk } : values;

const listChanges = ({ before, after, before_spot, after_spot }: AuditRow) =>
  diffValues(withSpotName(before, before_spot), withSpotName(after, after_spot));

function toAuditEntry(row: AuditRow) {
  const { before: _, after: __, before_spot: ___, after_spot: ____, ...entry } = row;
  return { ...entry, changes: listChanges(row) };
}

const columns: CsvColumns<AuditRow> = [
  ['time', (row) => toIso(row.happened_at)],
  ['person', (row) => row.person],
  ['act', (row) => row.act],
  ['of', (row) => row.subject],
  [
    'changes',
    (row) =>
      listChanges(row)
        .map((change) => `${change.field}: ${change.before} → ${change.after}`)
        .join('; '),
  ],
];

/** Who changed what in an organization. */
export function auditEntriesRoutes(serve: Serve): void {
  serve(listAuditEntries, async ({ scope, query }) => {
    const { results, count } = await listAuditRows(scope, query.page);
    return { results: results.map(toAuditEntry), count };
  });

  serve(downloadAuditEntries, async ({ scope }) => {
    const name = `audit-log ${inFileName((await readOrganization(scope)).name)}`;
    return toCsvFile(name, columns, everyAuditRow(scope));
  });
}
