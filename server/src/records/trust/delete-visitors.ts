import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Tx } from '../../kernel/data/database.ts';
import { forgetCars } from './forget-cars.ts';

/** Deletes visitors, and clears cars that nothing else refers to; returns how many visitors there were. */
export async function deleteVisitors(
  tx: Tx,
  organizationId: number,
  pks: readonly string[],
  now: Instant,
): Promise<number> {
  // The hourly visitor counts follow updates, not deletions.
  await tx`
    update visitors set deleted_at = ${now}
    where organization_id = ${organizationId} and pk = any (${pks}::bigint[]) and deleted_at is null`;
  const rows = await tx<{ car_pk: number }[]>`
    delete from visitors where organization_id = ${organizationId} and pk = any (${pks}::bigint[])
    returning car_pk`;
  await forgetCars(
    tx,
    organizationId,
    rows.map(({ car_pk }) => car_pk),
  );
  return rows.length;
}
