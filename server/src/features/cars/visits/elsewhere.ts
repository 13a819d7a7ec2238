import type { Fragment, Sql } from '../../../kernel/data/database.ts';

/**
 * Whether the plate of a visit `v` was read at another property of the organization between its entrance and a time: then
 * the car had left, or one of the plates was misread.
 */
export const isElsewhere = (sql: Sql, organizationId: number, until: Fragment): Fragment => sql`
  exists (
    select from spots e
    join visits o on o.organization_id = ${organizationId} and o.spot_pk = e.pk and o.plate_key = v.plate_key
    where e.organization_id = ${organizationId} and e.pk <> v.spot_pk and v.plate_key <> ''
      and (o.state is null or v.state is null or o.state = v.state)
      and (o.entrance_at between coalesce(v.entrance_at, v.exit_at) and ${until}
        or o.exit_at between coalesce(v.entrance_at, v.exit_at) and ${until}))`;
