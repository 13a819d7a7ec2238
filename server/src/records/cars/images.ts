import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Recorder } from '../recorder.ts';
import { timestampCell } from '../recorder.ts';

/** An image whose bytes are in the file store under `file`. */
export interface ImageInput {
  uuid: string;
  /** null = its camera has no property yet. */
  spot_pk: number | null;
  kind: 'overview' | 'plate' | 'note' | 'valet' | 'appeal';
  file: string;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: number;
  taken_at: Instant;
  orientation: 'Entrance' | 'Exit' | null;
}

/** Deleted images that are sent again stay deleted; their files were stored again, so they're removed again. */
async function queueDeletedFiles(
  { tx, organizationId }: Pick<Recorder, 'tx' | 'organizationId'>,
  uuids: readonly string[],
): Promise<void> {
  await tx`
    insert into unused_files (file, queued_at)
    select distinct file, now() from images
    where organization_id = ${organizationId} and uuid = any (${uuids}::uuid[]) and deletion is not null
    order by file on conflict do nothing`;
}

/** Records images and returns the uuids of new ones; a known one isn't changed. */
export async function recordImages(
  { tx, organizationId }: Recorder,
  images: readonly ImageInput[],
): Promise<Set<string>> {
  const rows = images.map((image) => ({ ...image, taken_at: timestampCell(image.taken_at) }));
  const inserted = await tx<{ uuid: string }[]>`
    insert into images (organization_id, uuid, spot_pk, kind, file, media_type, bytes, taken_at, orientation)
    select ${organizationId}, uuid, spot_pk, kind, file, media_type, bytes, taken_at, orientation
    from json_populate_recordset(null::images, ${JSON.stringify(rows)}::text::json)
    order by uuid on conflict do nothing
    returning uuid`;
  if (inserted.length < images.length)
    await queueDeletedFiles(
      { tx, organizationId },
      images.map(({ uuid }) => uuid),
    );
  return new Set(inserted.map(({ uuid }) => uuid));
}
