import type { Sql } from '../../../kernel/data/database.ts';
import { deleteImages } from '../../../records/trust/deletions.ts';
import { selectKeptEvidence } from '../../../records/trust/kept-evidence.ts';
import type { Expiring, OldRow, Source } from './expiry.ts';
import { fromTheBeginning, largeBatchRows } from './expiry.ts';

const kinds = ['overview', 'plate', 'valet', 'appeal'];
const firstUuid = '00000000-0000-0000-0000-000000000000';

/** The needed images, as `kept_images`: of visits, their reads, violations and appeals, and of valet sessions. */
const selectRetainedImages = (sql: Sql, organizationId: number) => sql`
  kept_images as materialized (
    select unnest(array[v.entrance_image, v.exit_image, v.entrance_plate_image, v.exit_plate_image]) as uuid
    from kept_visits k join visits v on v.organization_id = ${organizationId} and v.pk = k.pk
    union all
    select unnest(array[r.image, r.plate_image]) from kept_visits k
    join plate_reads r on r.organization_id = ${organizationId} and r.visit_pk = k.pk
    union all
    select image from kept_violations
    union all
    select i.image from kept_violations k
    join appeals a on a.organization_id = ${organizationId} and a.violation_pk = k.pk
    join appeal_images i on i.organization_id = ${organizationId} and i.appeal_pk = a.pk
    union all
    select p.image from spots s
    join valet_sessions v on v.organization_id = ${organizationId} and v.spot_pk = s.pk
      and v.status in ('pending', 'active')
    join valet_photos p on p.organization_id = ${organizationId} and p.session_pk = v.pk
    where s.organization_id = ${organizationId}
    union all
    select p.image from kept_rentals r
    join valet_sessions v on v.organization_id = ${organizationId} and v.rental_pk = r.pk
    join valet_photos p on p.organization_id = ${organizationId} and p.session_pk = v.pk)`;

/** Images of cameras, appeals and valet stands; not those of notes, which people add about a property. */
export const oldImages: Expiring = {
  listSources: (sql, organizationId) => sql<Source[]>`
    select s.pk, k.kind
    from (select pk from spots where organization_id = ${organizationId} union all select null) s
    cross join unnest(${kinds}::text[]) k(kind) order by s.pk, k.kind`,
  start: { ...fromTheBeginning, key: firstUuid },
  listOld: (sql, expiry, { pk, kind }, after) => sql<OldRow[]>`
    with ${selectKeptEvidence(sql, expiry)}, ${selectRetainedImages(sql, expiry.organizationId)},
    old as materialized (
      select i.uuid, i.taken_at from images i
      where i.organization_id = ${expiry.organizationId} and i.kind = ${kind}
        and ${pk === null ? sql`i.spot_pk is null` : sql`i.spot_pk = ${pk}`}
        and i.taken_at < ${expiry.before}
        and (i.taken_at, i.uuid) > (${after.at}::timestamptz, ${after.key}::uuid)
      order by i.taken_at, i.uuid limit ${largeBatchRows})
    select taken_at::text as at, uuid as key,
      not exists (select from kept_images k where k.uuid = old.uuid) as is_due
    from old order by taken_at, uuid`,
  deleteRows: (tx, deleter, keys) => deleteImages(tx, deleter, keys),
};
