import type { ApiKey } from '@lotkeeper/contract/intake/api-keys';
import type { Grant } from '@lotkeeper/contract/kernel/access';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

const columns = (sql: Sql) => sql`
  k.pk, k.name, k.grants, k.hint, k.created_at, k.last_used_at, k.revoked_at,
  (select p.first_name || ' ' || p.last_name from people p where p.pk = k.created_by) as created_by`;

/** The organization's keys: active ones first, newest first. */
export function listApiKeyRows(scope: OrganizationScope) {
  return scope.read<ApiKey[]>(
    (sql) => sql`
      select ${columns(sql)} from api_keys k where k.organization_id = ${scope.organizationId}
      order by k.revoked_at is not null, k.created_at desc, k.pk desc`,
  );
}

/** Stores a new key's hash and writes an audit entry. */
export function insertApiKey(
  scope: OrganizationScope,
  key: { name: string; grants: readonly Grant[]; key_hash: Buffer; hint: string },
  now: Instant,
) {
  const { organizationId, person } = scope;
  return scope.write(async (tx) => {
    const row = { organization_id: organizationId, ...key, created_by: person.pk, created_at: now };
    const [insertedKey] = await tx<[ApiKey]>`
      with k as (insert into api_keys ${tx.values(row)} returning *) select ${columns(tx)} from k`;
    const after = { name: key.name, grants: key.grants };
    const entry = { act: 'create', subject: 'API key', pk: insertedKey.pk, after } as const;
    await recordAuditEntry(tx, scope, now, entry);
    return insertedKey;
  });
}

/** Revokes a key that is in use, with an audit entry. */
export async function endApiKey(
  tx: Tx,
  { organizationId, person }: OrganizationScope,
  pk: number,
  now: Instant,
): Promise<void> {
  const ended = await tx`
    update api_keys set revoked_at = ${now}, revoked_by = ${person.pk}
    where organization_id = ${organizationId} and pk = ${pk} and revoked_at is null`;
  if (ended.count === 0) return;
  await recordAuditEntry(tx, { organizationId, person }, now, {
    act: 'revoke',
    subject: 'API key',
    pk,
  });
}

/** Revokes a key; null when it doesn't exist. Revoking twice changes nothing. */
export function revokeApiKeyRow(scope: OrganizationScope, pk: number, now: Instant) {
  const { organizationId } = scope;
  return scope.write(async (tx) => {
    await endApiKey(tx, scope, pk, now);
    const [row] = await tx<ApiKey[]>`
      select ${columns(tx)} from api_keys k where k.organization_id = ${organizationId} and k.pk = ${pk}`;
    return row ?? null;
  });
}
