import type { CameraMistakes } from '@lotkeeper/contract/cars/camera-mistakes';
import { maxMistakenCameras, mistakeDays } from '@lotkeeper/contract/cars/camera-mistakes';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';

/** How many of the signs that a camera mistakes are shown. */
const shownConfusions = 3;

/** The cameras that people found wrong reads of, most misreads first. */
export function readCameraMistakes(
  { organizationId, read }: Pick<OrganizationScope, 'organizationId' | 'read'>,
  now: Instant,
): Promise<CameraMistakes[]> {
  const since = instant(now - mistakeDays * dayMs);
  return read(
    (sql) => sql`
      with misread as (
        select m.key::bigint as camera_pk, sum(m.value::bigint)::bigint as misread from desk_decisions d
        cross join lateral jsonb_each_text(d.learned -> 'misreads') m
        where d.organization_id = ${organizationId} and d.undone_at is null and d.decided_at > ${since}
        group by 1),
      confused as (
        select camera_pk, json_agg(json_build_object('read', read_sign, 'real', true_sign, 'count', count)
          order by place) as confusions
        from (
          select *, row_number() over (partition by camera_pk order by count desc, read_sign, true_sign) as place
          from camera_signs
          where organization_id = ${organizationId} and read_sign <> true_sign and count > 0) s
        where place <= ${shownConfusions}
        group by camera_pk),
      listed as (
        select camera_pk, coalesce(misread, 0) as misread, coalesce(confusions, '[]') as confusions
        from misread full join confused using (camera_pk)
        order by 2 desc, 1 limit ${sql.literal(maxMistakenCameras)})
      select c.pk as camera, c.name, s.name as spot_name, l.misread, l.confusions, h.reads
      from listed l
      join cameras c on c.organization_id = ${organizationId} and c.pk = l.camera_pk
      left join spots s on s.organization_id = ${organizationId} and s.pk = c.spot_pk
      cross join lateral (
        select coalesce(sum(reads), 0)::bigint as reads from camera_hours
        where organization_id = ${organizationId} and camera_pk = c.pk
          and local_date > ${toLocalDate(since, 'UTC')}) h
      order by l.misread desc, c.name, c.pk`,
  );
}
