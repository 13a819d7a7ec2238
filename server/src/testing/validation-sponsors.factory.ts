import type { TestSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';

type Sql = TestApp['database']['system'];

/** A merchant without codes, who pays for everything. */
export async function makeSponsor(
  sql: Sql,
  spot: Pick<TestSpot, 'pk' | 'organization'>,
): Promise<{ pk: number }> {
  const organization_id = spot.organization;
  const [made] = await sql<[{ pk: number }]>`
    insert into validation_sponsors ${sql.values({ organization_id, spot_pk: spot.pk, name: 'Cafe', kind: 'merchant' })}
    returning pk`;
  const term = { organization_id, sponsor_pk: made.pk, from_month: '2019-01-01' };
  await sql`insert into validation_terms ${sql.values(term)}`;
  return made;
}
