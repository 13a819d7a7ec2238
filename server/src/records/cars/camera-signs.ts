import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { Tx } from '../../kernel/data/database.ts';
import { alignSigns } from './aligned-signs.ts';

/** A read of a visit that a person looked at. */
export interface JudgedRead {
  camera_pk: number;
  /** As the camera read it. */
  plate: string;
  /** What it was; null = not this plate, but nobody knows which. */
  real: string | null;
}

/** What a decision counts for cameras. */
export interface Learned {
  /** Wrong reads, by camera. */
  misreads: Record<string, number>;
  /** Signs as they were read and as they were; absent if the visit was deleted since. */
  signs?: [camera: number, read: string, real: string, count: number][];
}

/**
 * Counts what a decision shows: each sign of a read whose plate is known. A read that has less than half of its signs
 * right is of something else, and shows nothing about its signs.
 */
export function countSigns(reads: readonly JudgedRead[]): Learned {
  const misreads: Learned['misreads'] = {};
  const signs = new Map<string, NonNullable<Learned['signs']>[number]>();
  for (const { camera_pk, ...read } of reads) {
    const key = plateKey(read.plate);
    const real = read.real === null ? null : plateKey(read.real);
    if (real !== key) misreads[camera_pk] = (misreads[camera_pk] ?? 0) + 1;
    const pairs = real === null || key === '' ? [] : alignSigns(key, real);
    const right = pairs.filter(([sign, realSign]) => sign === realSign).length;
    if (right * 2 < pairs.length) continue;
    for (const [sign, realSign] of pairs) {
      const name = JSON.stringify([camera_pk, sign, realSign]);
      const count = (signs.get(name)?.[3] ?? 0) + 1;
      signs.set(name, [camera_pk, sign, realSign, count]);
    }
  }
  return { misreads, signs: [...signs.values()] };
}

/** Adds what a decision shows to what is known about cameras, or takes it back. */
export async function addSigns(
  tx: Tx,
  organizationId: number,
  { signs = [] }: Partial<Learned>,
  factor: 1 | -1,
): Promise<void> {
  if (signs.length === 0) return;
  const rows = signs.map(([camera_pk, read_sign, true_sign, count]) => ({
    camera_pk,
    read_sign,
    true_sign,
    count: count * factor,
  }));
  const cameras = [...new Set(signs.map(([camera]) => camera))];
  // Locked first, so that what is added up below has what others count.
  await tx`
    insert into camera_reliability (organization_id, camera_pk)
    select ${organizationId}, c.pk from unnest(${cameras}::bigint[]) c(pk) order by c.pk
    on conflict (organization_id, camera_pk) do update set camera_pk = excluded.camera_pk`;
  await tx`
    insert into camera_signs as s (organization_id, camera_pk, read_sign, true_sign, count)
    select ${organizationId}, camera_pk, read_sign, true_sign, count
    from json_populate_recordset(null::camera_signs, ${JSON.stringify(rows)}::text::json)
    order by 2, 3, 4
    on conflict (organization_id, camera_pk, read_sign, true_sign) do update set count = s.count + excluded.count`;
  await tx`
    update camera_reliability c set sign_counts = (
      select jsonb_object_agg(read_sign, counts) from (
        select read_sign, jsonb_build_array(
          coalesce(sum(count) filter (where true_sign = read_sign), 0),
          coalesce(sum(count) filter (where true_sign <> read_sign), 0)) as counts
        from camera_signs
        where organization_id = ${organizationId} and camera_pk = c.camera_pk and read_sign <> ''
        group by read_sign having sum(count) > 0) s)
    where c.organization_id = ${organizationId} and c.camera_pk = any (${cameras}::bigint[])`;
}
