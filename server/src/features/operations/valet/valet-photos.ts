import { createHash } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { valetMessages, valetRules } from '@lotkeeper/contract/operations/valet';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { cleanPicture } from '../../../kernel/data/clean-picture.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import { recordImages } from '../../../records/cars/images.ts';
import { recordValetPhoto } from '../../../records/operations/valet-sessions.ts';
import type { SessionName } from './valet.queries.ts';
import { conflict, withSession } from './valet-changes.ts';

/** The uuid of a photo, derived from its bytes and its session. */
function photoUuid(session: string, file: string): string {
  const hex = createHash('sha256').update(`valet photo\0${session}\0${file}`).digest('hex');
  // Version 8 of RFC 9562: made by a rule of our own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Adds a photo of the car to an active session. */
export async function addPhoto(
  scope: SpotScope,
  { name, bytes: upload, files }: { name: SessionName; bytes: Uint8Array; files: FileStore },
  now: Instant,
) {
  const { media_type, bytes } = await cleanPicture(upload);
  const file = await files.put(bytes);
  return withSession(scope, name, async (recorder, row) => {
    if (row.status === 'ended') throw conflict(valetMessages.ended);
    const uuid = photoUuid(row.uuid, file);
    if (row.photos.includes(uuid)) return;
    if (row.photos.length >= valetRules.maxPhotos) throw conflict(valetMessages.tooManyPhotos);
    const image = { uuid, spot_pk: row.spot_pk, kind: 'valet' as const, file, media_type };
    const metadata = { bytes: bytes.length, taken_at: now, orientation: null };
    await recordImages(recorder, [{ ...image, ...metadata }]);
    const photo = { session_pk: row.pk, image: uuid, added_by: scope.person.pk };
    await recordValetPhoto(recorder, photo, now);
  });
}
