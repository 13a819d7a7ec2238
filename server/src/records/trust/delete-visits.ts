import type { Tx } from '../../kernel/data/database.ts';
import { forgetDeliveries } from '../platform/webhook-events.ts';
import type { Deleter } from './deletions.ts';
import { deleteImages, deleteSealedRows } from './deletions.ts';
import { forgetCars } from './forget-cars.ts';

interface VisitRow {
  pk: number;
  car_pk: number | null;
  images: string[];
  reads: number[];
}

/**
 * Deletes visits with their reads and images, keeps what they counted, and clears cars that nothing else refers to. The caller must hold the
 * lock on deletions and the property's pairing lock. Images that others need stay.
 */
export async function deleteVisits(
  tx: Tx,
  deleter: Deleter,
  keys: readonly string[],
  keptImages: ReadonlySet<string> = new Set(),
): Promise<{ deleted: number; reads: number; images: number; bytes: number }> {
  const organizationId = deleter.organization.pk;
  const visits = await tx<VisitRow[]>`
    select v.pk, v.car_pk,
      array_remove(array[v.entrance_image, v.exit_image, v.entrance_plate_image, v.exit_plate_image]
        || coalesce(r.images, '{}'), null) as images,
      coalesce(r.pks, '{}') as reads
    from visits v
    cross join lateral (
      select array_agg(pk) as pks, array_agg(image) || array_agg(plate_image) as images
      from plate_reads where organization_id = ${organizationId} and visit_pk = v.pk) r
    where v.organization_id = ${organizationId} and v.pk = any (${keys}::bigint[])`;
  const images = visits.flatMap((visit) => visit.images).filter((uuid) => !keptImages.has(uuid));
  const reads = visits.flatMap((visit) => visit.reads);
  await deleteSealedRows(tx, deleter, 'plate_reads', reads);
  const pks = visits.map(({ pk }) => pk);
  const day = tx`local_date`;
  const month = tx`date_trunc('month', local_date::timestamp)::date`;
  for (const [counts, date] of [
    ['forgotten_visit_days', day],
    ['forgotten_visit_months', month],
  ] as const) {
    await tx`
      insert into ${tx.identifier(counts)} as d
      select organization_id, spot_pk, ${date}, outcome, count(*), sum(uncollected) from visits
      where organization_id = ${organizationId} and pk = any (${pks}::bigint[]) and outcome <> 'present'
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization_id, spot_pk, local_date, outcome) do update set
        visits = d.visits + excluded.visits, uncollected = d.uncollected + excluded.uncollected`;
  }
  await tx`
    insert into forgotten_validations (organization_id, spot_pk, local_date, visit_pk, seen_at, code_pk, value)
    select organization_id, spot_pk, local_date, pk, coalesce(entrance_at, exit_at), validation_code_pk, validation_value
    from visits
    where organization_id = ${organizationId} and pk = any (${pks}::bigint[]) and outcome = 'validated'`;
  const deleted = await deleteSealedRows(tx, deleter, 'visits', pks);
  // The signs that a decision counted are those of the plate, and nothing is left to undo. How many reads were wrong stays.
  await tx`
    update desk_decisions set learned = learned - '{signs,former}'::text[]
    where organization_id = ${organizationId} and visit_pk = any (${pks}::bigint[]) and learned is not null`;
  await forgetDeliveries(tx, organizationId, 'visit', pks);
  const { deleted: imageCount, bytes } = await deleteImages(tx, deleter, images);
  await forgetCars(
    tx,
    organizationId,
    visits.map(({ car_pk }) => car_pk),
  );
  return { deleted, reads: reads.length, images: imageCount, bytes };
}
