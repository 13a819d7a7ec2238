import type { Expiring, OldRow, Source } from './expiry.ts';
import { batchRows, fromTheBeginning } from './expiry.ts';

/**
 * The log of searches. Rows are added in order of time, so the walk ends at the first batch without an old one, and
 * needs no index on the time.
 */
export const oldSearches: Expiring = {
  listSources: (sql) => sql<Source[]>`select null::bigint as pk, null as kind`,
  start: fromTheBeginning,
  listOld: (sql, { organizationId, before }, _source, after) => sql<OldRow[]>`
    select s.last_searched_at::text as at, s.pk::text as key, true as is_due
    from (
      select pk, last_searched_at from plate_searches
      where organization_id = ${organizationId} and pk > ${after.key}::bigint
      order by pk limit ${batchRows}) s
    where s.last_searched_at < ${before} order by s.pk`,
  async deleteRows(tx, { organization }, keys) {
    const { count } = await tx`
      delete from plate_searches
      where organization_id = ${organization.pk} and pk = any (${keys}::bigint[])`;
    return { deleted: count, bytes: 0 };
  },
};
