import { deleteVisits } from '../../../records/trust/delete-visits.ts';
import { explainKeptVisit } from '../../../records/trust/kept-evidence.ts';
import type { Expiring, OldRow } from './expiry.ts';
import { batchRows, fromTheBeginning, listSpots, lockVisits } from './expiry.ts';

/** Visits without a rental and without a violation, with their reads and images. */
export const oldVisits: Expiring = {
  listSources: listSpots,
  start: fromTheBeginning,
  continues: true,
  lock: lockVisits,
  listOld: (sql, expiry, { pk }, after) => {
    const { organizationId, before } = expiry;
    const firstSeenAt = sql`(case when v.entrance_at is null then v.exit_at else v.entrance_at end)`;
    return sql<OldRow[]>`
      with v as materialized (
        select v.*, ${firstSeenAt} as first_seen_at from visits v
        where v.organization_id = ${organizationId} and v.spot_pk = ${pk} and ${firstSeenAt} < ${before}
          and (${firstSeenAt}, v.pk) > (${after.at}::timestamptz, ${after.key}::bigint)
        order by ${firstSeenAt}, v.pk limit ${batchRows})
      select first_seen_at::text as at, v.pk::text as key,
        greatest(v.entrance_at, v.exit_at) < ${before} and v.rental_pk is null
          and not exists (
            select from violations n where n.organization_id = ${organizationId} and n.visit_pk = v.pk)
          and ${explainKeptVisit(sql, expiry)} is null as is_due
      from v order by first_seen_at, v.pk`;
  },
  deleteRows: (tx, deleter, keys) => deleteVisits(tx, deleter, keys),
};
