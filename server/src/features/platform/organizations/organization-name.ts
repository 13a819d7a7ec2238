import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import { requireFound } from '../../../kernel/refusal.ts';

/** The name and the uuid of the scope's organization. */
export async function readOrganization(
  scope: OrganizationScope,
): Promise<{ uuid: string; name: string }> {
  const [row] = await scope.read<{ uuid: string; name: string }[]>(
    (sql) => sql`select uuid, name from organizations where pk = ${scope.organizationId}`,
  );
  return requireFound(row, 'organization');
}
