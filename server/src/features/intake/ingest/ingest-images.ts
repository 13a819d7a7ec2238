import { createHash } from 'node:crypto';
import type { ImageItem } from '@lotkeeper/contract/intake/ingest-items';
import { notBase64 } from '@lotkeeper/contract/intake/ingest-items';
import type { FileStore } from '../../../kernel/data/files.ts';
import { readPicture } from '../../../kernel/data/pictures.ts';
import { decodeBase64 } from '../../../kernel/http/base64.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { ImageInput } from '../../../records/cars/images.ts';
import { recordImages } from '../../../records/cars/images.ts';
import type { NoteInput } from '../../../records/cars/timeline-notes.ts';
import { recordNotes } from '../../../records/cars/timeline-notes.ts';
import type { Recorder, RefusedItem } from '../../../records/recorder.ts';
import { ItemsClash } from '../../../records/recorder.ts';
import { ownName } from './ingest.rules.ts';
import type { Outcome, Placed } from './ingest-batch.ts';

/** The uuid of an image, derived from organization, source, and external id. */
function imageUuid(organization: number, { source, external_id }: Placed<ImageItem>): string {
  const hash = createHash('sha256').update(`image\0${organization}\0${source}\0${external_id}`);
  const hex = hash.digest('hex');
  // Version 8 of RFC 9562: made by a rule of our own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Stores an image's bytes; refuses anything else. */
async function storeImage(
  files: FileStore,
  uuid: string,
  item: Placed<ImageItem>,
): Promise<ImageInput | RefusedItem> {
  const bytes = decodeBase64(item.data);
  if (!bytes) return { outcome: 'refused', field: 'data', detail: notBase64 };
  try {
    const { media_type } = readPicture(bytes);
    const { spot_pk, taken_at, orientation } = item;
    const kind = item.kind === 'snapshot' ? 'note' : item.kind;
    const file = await files.put(bytes);
    return { uuid, spot_pk, kind, file, media_type, bytes: bytes.length, taken_at, orientation };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { outcome: 'refused', field: 'data', detail: error.message };
  }
}

const snapshotNote = (item: Placed<ImageItem>, uuid: string): NoteInput => ({
  source: item.source,
  external_id: ownName(item.external_id, 'snapshot'),
  spot_pk: item.spot_pk,
  kind: 'snapshot',
  title: 'Snapshot',
  description: '',
  images: [uuid],
  happened_at: item.taken_at,
});

/** Stores images by the hash of their bytes; the timeline shows snapshots too. */
export async function recordPictures(
  recorder: Recorder,
  items: readonly Placed<ImageItem>[],
  files: FileStore,
): Promise<Outcome[]> {
  const imageResults: (ImageInput | RefusedItem)[] = [];
  for (const item of items) {
    imageResults.push(await storeImage(files, imageUuid(recorder.organizationId, item), item));
  }
  const images = imageResults.filter(
    (imageResult): imageResult is ImageInput => 'uuid' in imageResult,
  );
  const newUuids = await recordImages(recorder, images);
  const notes = items.flatMap((item, index) => {
    const image = imageResults[index] as ImageInput | RefusedItem;
    return item.kind === 'snapshot' && 'uuid' in image && newUuids.has(image.uuid)
      ? [snapshotNote(item, image.uuid)]
      : [];
  });
  await recordNotes(recorder, notes);
  return items.map(({ external_id }, index) => {
    const image = imageResults[index] as ImageInput | RefusedItem;
    if (!('uuid' in image)) return image;
    const { uuid } = image;
    return { external_id, uuid, outcome: newUuids.has(uuid) ? 'recorded' : 'unchanged' };
  });
}

/** Throws ItemsClash for items that refer to an image of another property. */
export async function checkImages<T extends { spot_pk: number }>(
  { tx, organizationId }: Recorder,
  items: readonly T[],
  imagesOf: (item: T) => Record<string, string | null>,
): Promise<void> {
  const itemImages = items.map((item) =>
    Object.entries(imagesOf(item)).flatMap(([field, uuid]) =>
      uuid === null ? [] : [{ field, uuid: uuid.toLowerCase() }],
    ),
  );
  const uuids = [...new Set(itemImages.flat().map(({ uuid }) => uuid))];
  if (uuids.length === 0) return;
  const rows = await tx<{ uuid: string; spot_pk: number }[]>`
    select uuid, spot_pk from images
    where organization_id = ${organizationId} and uuid = any (${uuids}::uuid[])`;
  const spots = new Map(rows.map((row) => [row.uuid, row.spot_pk]));
  const refused = new Map<number, RefusedItem>();
  itemImages.forEach((images, index) => {
    const stranger = images.find(({ uuid }) => spots.get(uuid) !== items[index]?.spot_pk);
    if (!stranger) return;
    const detail = 'This property has no such image.';
    refused.set(index, { outcome: 'refused', field: stranger.field, detail });
  });
  if (refused.size > 0) throw new ItemsClash(refused);
}
