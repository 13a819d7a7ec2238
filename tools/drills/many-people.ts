import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hashToken, newToken } from '../../server/src/kernel/access/secrets.ts';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { openSqlPool } from '../../server/src/kernel/data/database.ts';
import { atEnd } from '../../server/src/testing/at-end.ts';
import type { Lotkeeper } from './lotkeeper.ts';

/** The tokens of new Admins of an organization, each signed in once. */
export async function signInMany(
  lotkeeper: Lotkeeper,
  organizationPk: number,
  count: number,
  name: string,
): Promise<string[]> {
  const sql = openSqlPool(lotkeeper.databaseUrl());
  atEnd(() => sql.end());
  const now = instant(systemClock());
  const tokens: string[] = [];
  for (let index = 0; index < count; index++) {
    const token = newToken();
    const [person] = await sql<[{ pk: number }]>`
      insert into people (first_name, last_name, email)
      values ('Load', 'Drill', ${`${name}-${index}@example.com`}) returning pk`;
    await sql`
      insert into affiliations (organization_id, person_pk, type, role)
      values (${organizationPk}, ${person.pk}, 'parking', 'ADMIN')`;
    await sql`
      insert into sessions (person_pk, token_hash, created_at, last_used_at)
      values (${person.pk}, ${hashToken(token)}, ${now}, ${now})`;
    tokens.push(token);
  }
  return tokens;
}
