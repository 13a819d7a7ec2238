import type { Grant } from '@lotkeeper/contract/kernel/access';
import { hashToken, newToken } from '../kernel/access/secrets.ts';
import type { Sql } from '../kernel/data/database.ts';

/** A program's access to an organization; `key` is its API key. */
export async function makeApiKey(
  sql: Sql,
  organization: { pk: number },
  grants: readonly Grant[],
  { revoked = false } = {},
): Promise<{ pk: number; key: string }> {
  const key = `lk_${newToken()}`;
  const [row] = await sql<[{ pk: number }]>`
    insert into api_keys ${sql.values({
      organization_id: organization.pk,
      name: 'Test key',
      grants: [...grants],
      key_hash: hashToken(key),
      hint: key.slice(-4),
      created_at: 0,
      revoked_at: revoked ? 1 : null,
    })} returning pk`;
  return { pk: row.pk, key };
}
