import { downloadAuditEntries, listAuditEntries } from '@lotkeeper/contract/audit-entries';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { diffValues } from '../../kernel/access/audit-changes.ts';
import type { Serve } from '../../kernel/http/call.ts';
import { CsvFile } from '../../kernel/http/csv.ts';
import { inFileName } from '../../kernel/http/downloads.ts';
import { readOrganization } from '../../records/organization-name.ts';
import type { AuditRow } from './audit-entries.queries.ts';
import { everyAuditRow, listAuditRows } from './audit-entries.queries.ts';

const toAuditEntry = ({ before, after, ...row }: AuditRow) => ({
  ...row,
  changes: diffValues(before, after),
});

const line = (row: AuditRow) => {
  const { changes } = toAuditEntry(row);
  const listed = changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`);
  return [toIso(row.happened_at), row.person, row.act, row.subject, listed.join('; ')];
};

/** Who changed what in an organization. */
export function auditEntriesRoutes(serve: Serve): void {
  serve(listAuditEntries, async ({ scope, query }) => {
    const { results, count } = await listAuditRows(scope, query.page);
    return { results: results.map(toAuditEntry), count };
  });

  serve(downloadAuditEntries, async ({ scope }) => {
    async function* lines() {
      for await (const rows of everyAuditRow(scope)) yield rows.map(line);
    }
    const name = `audit-log ${inFileName((await readOrganization(scope)).name)}`;
    return new CsvFile(name, ['time', 'person', 'act', 'of', 'changes'], lines());
  });
}
