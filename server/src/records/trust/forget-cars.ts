import type { Tx } from '../../kernel/data/database.ts';

/**
 * Clears plate and description of cars that no rental, visit, visitor, or list of service cars refers to. Their rows stay, because sealed
 * visits name them by pk. If the plate returns, it's a new car.
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
        select from live_rentals r where r.organization_id = ${organizationId} and r.car_pk = c.pk)
      and not exists (
        select from visitors v where v.organization_id = ${organizationId} and v.car_pk = c.pk)
      and not exists (
        select from service_cars l
        where l.organization_id = ${organizationId} and l.car_pk = c.pk and l.ended_at is null)
      and not exists (
        select from spots s
        join visits v on v.organization_id = ${organizationId} and v.spot_pk = s.pk
          and v.plate_key = c.plate_key
        where s.organization_id = ${organizationId})`;
}
