import type { Tx } from '../../../kernel/data/database.ts';
import { deleteSealedRows } from '../../../records/trust/deletions.ts';
import { explainKeptVisit } from '../../../records/trust/kept-evidence.ts';
import type { Expiring, OldRow } from './expiry.ts';
import { batchRows, fromTheBeginning, listSpots, lockVisits } from './expiry.ts';

/**
 * The reads of a visit are deleted together: a visit that lost some of them would be paired differently when another
 * arrives.
 */
const withVisits = (tx: Tx, organizationId: number, pks: readonly string[]) => tx<{ pk: number }[]>`
  select pk from plate_reads where organization_id = ${organizationId} and pk = any (${pks}::bigint[])
  union
  select o.pk from plate_reads r
  join plate_reads o on o.organization_id = ${organizationId} and o.visit_pk = r.visit_pk
  where r.organization_id = ${organizationId} and r.pk = any (${pks}::bigint[])`;

/** Camera reads, once visits take them into account. */
export const oldReads: Expiring = {
  listSources: listSpots,
  start: fromTheBeginning,
  lock: lockVisits,
  listOld: (sql, expiry, { pk }, after) => {
    const { organizationId, before } = expiry;
    return sql<OldRow[]>`
      with old as materialized (
        select r.pk, r.received_at, r.visit_pk, r.paired from plate_reads r
        where r.organization_id = ${organizationId}
          and ${pk === null ? sql`r.spot_pk is null` : sql`r.spot_pk = ${pk}`}
          and r.received_at < ${before}
          and (r.received_at, r.pk) > (${after.at}::timestamptz, ${after.key}::bigint)
        order by r.received_at, r.pk limit ${batchRows})
      select old.received_at::text as at, old.pk::text as key,
        ${pk === null ? sql`true` : sql`old.paired`} and (old.visit_pk is null or not exists (
          select from visits v
          where v.organization_id = ${organizationId} and v.pk = old.visit_pk
            and ${explainKeptVisit(sql, expiry)} is not null)
        and not exists (
          select from plate_reads o
          where o.organization_id = ${organizationId} and o.visit_pk = old.visit_pk
            and (o.received_at >= ${before} or not o.paired))) as is_due
      from old order by old.received_at, old.pk`;
  },
  async deleteRows(tx, deleter, keys) {
    const rows = await withVisits(tx, deleter.organization.pk, keys);
    const pks = rows.map(({ pk }) => pk);
    return { deleted: await deleteSealedRows(tx, deleter, 'plate_reads', pks), bytes: 0 };
  },
};
