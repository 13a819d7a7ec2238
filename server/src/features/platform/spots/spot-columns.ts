import type { KioskScope, SpotScope } from '../../../kernel/access/scope.ts';
import { requireFound } from '../../../kernel/refusal.ts';

interface SpotColumns {
  name: string;
  address_line1: string;
  city: string;
  state: string;
  webflow_page_url: string | null;
}

/** Selected columns of the scope's property. */
export async function readSpotColumns<Name extends keyof SpotColumns>(
  scope: SpotScope | KioskScope,
  ...names: Name[]
): Promise<Pick<SpotColumns, Name>> {
  const [row] = await scope.read<Pick<SpotColumns, Name>[]>(
    (sql) => sql`
      select ${sql.unsafe(names.join(', '))} from spots
      where organization_id = ${scope.organizationId} and pk = ${scope.spotPk}`,
  );
  return requireFound(row, 'property');
}

/** The name of the scope's property, for file names. */
export const readSpotName = async (scope: SpotScope) => (await readSpotColumns(scope, 'name')).name;
