import type { Tx } from '../kernel/data/database.ts';

/**
 * Takes plate and description from cars that nothing is about any more: no rental, no visit, no visitor. Their rows
 * stay, since sealed visits name them by number. A plate that comes again is a new car.
 */
export async function forgetCars(
  tx: Tx,
  organizationId: number,
  pks: readonly (number | null)[],
): Promise<void> {
  await tx`
    update cars c set plate = 'Deleted', plate_key = 'deleted ' || c.pk, make = null, model = null, color = null
    where c.organization_id = ${organizationId}
      and c.pk = any (${pks.filter((pk) => pk !== null)}::bigint[])
      and not exists (
        select from rentals r where r.organization_id = ${organizationId} and r.car_pk = c.pk)
      and not exists (
        select from visitors v where v.organization_id = ${organizationId} and v.car_pk = c.pk)
      and not exists (
        select from spots s
        join visits v on v.organization_id = ${organizationId} and v.spot_pk = s.pk
          and v.plate_key = c.plate_key
        where s.organization_id = ${organizationId})`;
}
