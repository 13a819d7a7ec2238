import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { TestSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';

/** A saved report of a property: gross revenue of the last 30 days by day. */
export async function makeCustomReport(
  sql: TestApp['database']['system'],
  spot: Pick<TestSpot, 'pk' | 'organization'>,
  of: Partial<{ pk: number; name: string }> = {},
): Promise<{ pk: number }> {
  const row = {
    organization_id: spot.organization,
    spot_pk: spot.pk,
    name: 'Monthly look',
    measures: ['gross'],
    grouping_of: 'day',
    range: 'last_30_days',
    created_at: fromIso('2026-01-01T00:00:00Z'),
    ...of,
  };
  const [made] = await sql<[{ pk: number }]>`
    insert into custom_reports ${sql.row(row)} returning pk`;
  return made;
}
