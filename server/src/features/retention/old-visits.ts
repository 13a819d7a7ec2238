import { deleteImages, deleteSealedRows } from '../../records/deletions.ts';
import type { Expiring, OldRow } from './expiry.ts';
import { batchRows, fromTheBeginning, listSpots, lockVisits } from './expiry.ts';
import { forgetCars } from './forget-cars.ts';
import { isVisitRetained } from './retained.queries.ts';

interface VisitRow {
  pk: number;
  car_pk: number | null;
  images: string[];
  reads: number[];
}

/** Visits without a rental and without a violation, with their reads and images. */
export const oldVisits: Expiring = {
  listSources: listSpots,
  start: fromTheBeginning,
  continues: true,
  lock: lockVisits,
  listOld: (sql, expiry, { pk }, after) => {
    const { organizationId, before } = expiry;
    const sight = sql`(case when v.entrance_at is null then v.exit_at else v.entrance_at end)`;
    return sql<OldRow[]>`
      with v as materialized (
        select v.*, ${sight} as sight from visits v
        where v.organization_id = ${organizationId} and v.spot_pk = ${pk} and ${sight} < ${before}
          and (${sight}, v.pk) > (${after.at}::timestamptz, ${after.key}::bigint)
        order by ${sight}, v.pk limit ${batchRows})
      select sight::text as at, v.pk::text as key,
        greatest(v.entrance_at, v.exit_at) < ${before} and v.rental_pk is null
          and not exists (
            select from violations n where n.organization_id = ${organizationId} and n.visit_pk = v.pk)
          and not ${isVisitRetained(sql, expiry)} as is_due
      from v order by sight, v.pk`;
  },
  async deleteRows(tx, deleter, keys) {
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
    const images = visits.flatMap((visit) => visit.images);
    const reads = visits.flatMap((visit) => visit.reads);
    await deleteSealedRows(tx, deleter, 'plate_reads', reads);
    const pks = visits.map(({ pk }) => pk);
    const deleted = await deleteSealedRows(tx, deleter, 'visits', pks);
    const { bytes } = await deleteImages(tx, deleter, images);
    await forgetCars(
      tx,
      organizationId,
      visits.map(({ car_pk }) => car_pk),
    );
    return { deleted, bytes };
  },
};
