import { downloadAuditEntries, listAuditEntries } from '@lotkeeper/contract/audit-entries';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { CsvFile } from '../../kernel/csv.ts';
import { inFileName } from '../../kernel/downloads.ts';
import { organizationOf } from '../../kernel/organization.ts';
import type { Serve } from '../../kernel/serve.ts';
import type { AuditRow } from './audit-entries.queries.ts';
import { everyAuditRow, listAuditRows } from './audit-entries.queries.ts';
import { changesOf } from './audit-entries.rules.ts';

const told = ({ before, after, ...row }: AuditRow) => ({
  ...row,
  changes: changesOf(before, after),
});

const line = (row: AuditRow) => {
  const { changes } = told(row);
  const listed = changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`);
  return [toIso(row.happened_at), row.person, row.act, row.subject, listed.join('; ')];
};

/** Who changed what in an organization. */
export function auditEntriesRoutes(serve: Serve): void {
  serve(listAuditEntries, async ({ scope, query }) => {
    const { results, count } = await listAuditRows(scope, query.page);
    return { results: results.map(told), count };
  });

  serve(downloadAuditEntries, async ({ scope }) => {
    async function* lines() {
      for await (const some of everyAuditRow(scope)) yield some.map(line);
    }
    const name = `audit-log ${inFileName((await organizationOf(scope)).name)}`;
    return new CsvFile(name, ['time', 'person', 'act', 'of', 'changes'], lines());
  });
}
