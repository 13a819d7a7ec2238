import type { SpotScope } from '../kernel/access/scope.ts';
import { requireFound } from '../kernel/refusal.ts';

/** The name of the scope's property, as files are called by it. */
export async function readSpotName(scope: SpotScope): Promise<string> {
  const [row] = await scope.read<{ name: string }[]>(
    (sql) => sql`
      select name from spots where organization_id = ${scope.organizationId} and pk = ${scope.spotPk}`,
  );
  return requireFound(row, 'spot').name;
}
