import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { makeFormerMember } from './people.factory.ts';
import type { TestApp } from './test-app.ts';

/** A journal of March 2026 that was exported, with a payout that the ledger doesn't have: so corrections can follow. */
export async function makeBookExport(
  sql: TestApp['database']['system'],
  organization: { pk: number },
): Promise<{ pk: number }> {
  const row = {
    organization_id: organization.pk,
    format: 'csv',
    grouping_of: 'month',
    property_field: 'class',
    first_month: '2026-03-01',
    last_month: '2026-03-01',
    newest_entry: 0,
    accounts: sql.json({ payout: 'Checking', clearing: 'Parking Clearing' }),
    properties: sql.json([]),
    sums: sql.json([[null, '2026-03-01', { payout: 100, clearing: -100 }]]),
    files: 1,
    lines: 2,
    debits: 100,
    file_hash: '',
    created_by: (await makeFormerMember(sql, organization)).pk,
    created_at: fromIso('2026-04-02T00:00:00Z'),
  };
  const [made] = await sql<[{ pk: number }]>`
    insert into book_exports ${sql.values(row)} returning pk`;
  return made;
}
