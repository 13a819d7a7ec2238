import type { SqlPool } from '../kernel/data/database.ts';
import { makeFormerMember } from './people.factory.ts';

/** A remittance file of January 2019 without bookings; with `pk` of the given number. */
export async function makeRemittanceFile(
  sql: SqlPool,
  organization: { pk: number },
  set: { pk?: number } = {},
): Promise<string> {
  const person = await makeFormerMember(sql, organization);
  const row = {
    ...set,
    organization_id: organization.pk,
    source: 'spothero',
    person_pk: person.pk,
    first_date: '2019-01-01',
    last_date: '2019-01-31',
    first_end: '2019-01-01T00:00:00Z',
    complete_before: '2019-02-01T00:00:00Z',
    lines: 1,
    added: 1,
    refused: 0,
    spot_pks: null,
    unread: [],
    is_complete: true,
    imported_at: '2019-02-03T00:00:00Z',
  };
  const [{ pk }] = await sql<[{ pk: number }]>`
    insert into remittance_files ${sql.values(row)} returning pk`;
  return String(pk);
}
