import type { OwnSpot } from '@lotkeeper/contract/platform/own-spots';
import type { MachineScope } from '../../../kernel/access/scope.ts';

/** The properties of the key's organization, by name. */
export function listOwnSpotRows(scope: MachineScope) {
  return scope.read<OwnSpot[]>(
    (sql) => sql`
      select pk, uuid, name, city, state, timezone, classification, quantity, price_hourly,
        price_daily, price_monthly, price_flat, daily_max
      from spots where organization_id = ${scope.organizationId}
      order by lower(name), pk`,
  );
}
