import type { Expiring, OldRow, Source } from './expiry.ts';
import { batchRows, fromTheBeginning } from './expiry.ts';
import { forgetCars } from './forget-cars.ts';

/**
 * Visitors whose right to park ended. They're walked by pk: those who were deleted are in no other index. With a
 * million visitors a night reads a million rows, in batches.
 */
export const oldVisitors: Expiring = {
  listSources: (sql) => sql<Source[]>`select null::bigint as pk, null as kind`,
  start: fromTheBeginning,
  listOld: (sql, { organizationId, before }, _source, after) => sql<OldRow[]>`
    select v.created_at::text as at, v.pk::text as key,
      coalesce(v.asked_at < ${before}, true) and coalesce(v.deleted_at,
        case when v.lasts_until = '-infinity' then v.updated_at else v.lasts_until end) < ${before} as is_due
    from visitors v
    where v.organization_id = ${organizationId} and v.pk > ${after.key}::bigint
    order by v.pk limit ${batchRows}`,
  async deleteRows(tx, { organization, now }, keys) {
    // The counts of visitors by hour follow changes, not deletions.
    await tx`
      update visitors set deleted_at = ${now}
      where organization_id = ${organization.pk} and pk = any (${keys}::bigint[]) and deleted_at is null`;
    const rows = await tx<{ car_pk: number }[]>`
      delete from visitors where organization_id = ${organization.pk} and pk = any (${keys}::bigint[])
      returning car_pk`;
    await forgetCars(
      tx,
      organization.pk,
      rows.map(({ car_pk }) => car_pk),
    );
    return { deleted: rows.length, bytes: 0 };
  },
};
