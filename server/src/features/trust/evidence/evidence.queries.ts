import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { must } from '../../../kernel/must.ts';
import type { ImageInput } from '../../../records/cars/images.ts';

/** Where the subject of a packet took place. */
export interface LocationRow {
  organization_uuid: string;
  organization_name: string;
  property_uuid: string;
  property_name: string;
  address_line1: string;
  city: string;
  state: string;
}

/** The organization and the property of a scope, as documents name them. */
export async function readLocation(scope: SpotScope): Promise<LocationRow> {
  const { organizationId, spotPk } = scope;
  const [row] = await scope.read<LocationRow[]>(
    (sql) => sql`
      select o.uuid as organization_uuid, o.name as organization_name, s.uuid as property_uuid,
        s.name as property_name, s.address_line1, s.city, s.state
      from spots s join organizations o on o.pk = s.organization_id
      where s.organization_id = ${organizationId} and s.pk = ${spotPk}`,
  );
  return must(row, 'property of a packet');
}

export interface ImageRow {
  uuid: string;
  /** The SHA-256 of its bytes, which is its name in the file store. */
  file: string;
  media_type: ImageInput['media_type'];
  bytes: number;
  taken_at: Instant;
  /** Whether it was deleted: its file may remain for another day, or for another image. */
  is_deleted: boolean;
}

/** Images by their uuids, in time order. */
export const listImages = (scope: SpotScope, uuids: readonly string[]): Promise<ImageRow[]> =>
  scope.read<ImageRow[]>(
    (sql) => sql`
      select uuid, file, media_type, bytes, taken_at, deletion is not null as is_deleted from images
      where organization_id = ${scope.organizationId} and uuid = any (${uuids}::uuid[])
      order by taken_at, uuid`,
  );
