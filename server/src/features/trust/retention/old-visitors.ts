import { deleteVisitors } from '../../../records/trust/delete-visitors.ts';
import type { Expiring, OldRow, Source } from './expiry.ts';
import { batchRows, fromTheBeginning } from './expiry.ts';

/**
 * Visitors whose right to park ended. They're walked by pk, because deleted ones are in no other index. With a million
 * visitors, a night reads a million rows, in batches.
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
    return { deleted: await deleteVisitors(tx, organization.pk, keys, now), bytes: 0 };
  },
};
