import type { CameraAnswer, CameraFormat } from '@lotkeeper/contract/cameras';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { FileStore } from '../../kernel/files.ts';
import type { Live } from '../../kernel/live.ts';
import type { CameraScope } from '../../kernel/scope.ts';
import { bringInLatecomers, noteBeats } from '../../records/cameras.ts';
import type { ImageInput } from '../../records/happenings.ts';
import { recordImages } from '../../records/happenings.ts';
import type { CameraRow, PlateReadInput } from '../../records/plate-reads.ts';
import { ensureCameras, recordPlateReads } from '../../records/plate-reads.ts';
import type { Recorded, Recorder } from '../../records/recorder.ts';
import { openRecorder } from '../../records/recorder.ts';
import { openEnvelope } from './envelope.ts';
import type { CameraRead } from './formats/camera-read.ts';
import { inZone } from './formats/times.ts';
import type { KeptPictures } from './kept-pictures.ts';
import { keepPictures, pictureUuid } from './kept-pictures.ts';
import { keptCharacters, keptText } from './kept-text.ts';
import { keepMessage } from './messages.queries.ts';
import type { Message } from './understand.ts';
import { understand } from './understand.ts';

/** The cameras that a message names, made when they are new. */
function camerasOf(recorder: Recorder, { feed }: CameraScope, message: Message, now: Instant) {
  const named = [...message.reads, ...message.beats].map(({ camera_ref, camera_name }) => ({
    feed_pk: feed.pk,
    camera_ref,
    name: camera_name ?? camera_ref,
    spot_pk: feed.spotPk,
    direction: feed.direction,
  }));
  return named.length > 0
    ? ensureCameras(recorder, feed.pk, named, now)
    : Promise.resolve(new Map<string, CameraRow>());
}

interface Told extends PlateReadInput {
  camera: CameraRow;
  images: ImageInput[];
}

/** A time without a zone is the property’s. Without a property, and where there is no time, it is that of arrival. */
function findMoment(recorder: Recorder, read: CameraRead, camera: CameraRow, now: Instant) {
  const { captured_at } = read;
  if (typeof captured_at === 'number') return { captured_at, time_of_arrival: false };
  if (captured_at === null || camera.spot_pk === null) {
    return { captured_at: now, time_of_arrival: true };
  }
  const zone = recorder.timezoneOf(camera.spot_pk);
  return { captured_at: inZone(captured_at, zone), time_of_arrival: false };
}

/** Reads without a time, of one plate and camera, are another when they come this much later. */
const anotherReadMs = 600_000;

/** Ids are made of the time where a sender has none of its own: without it, tomorrow's read would be today's. */
const nameRead = ({ external_id, captured_at }: CameraRead, now: Instant) =>
  captured_at === null ? `${external_id}|${Math.floor(now / anotherReadMs)}` : external_id;

function toRead(
  recorder: Recorder,
  read: CameraRead,
  camera: CameraRow,
  of: { source: string; message_pk: number; now: Instant; pictures: KeptPictures },
): Told {
  const { camera_ref: _ref, camera_name: _name, image, plate_image, ...said } = read;
  const moment = findMoment(recorder, read, camera, of.now);
  const direction = camera.direction ?? read.direction;
  const imageOf = (kind: 'overview' | 'plate', bytes: Uint8Array | null | undefined) => {
    const kept = of.pictures.of(bytes);
    if (!kept) return null;
    const uuid = pictureUuid(of.source, of.message_pk, camera.pk, kind, kept.file);
    return {
      ...kept,
      uuid,
      kind,
      spot_pk: camera.spot_pk,
      taken_at: moment.captured_at,
      orientation: direction,
    };
  };
  const overview = imageOf('overview', image);
  const plate = imageOf('plate', plate_image);
  return {
    ...said,
    ...moment,
    external_id: nameRead(read, of.now),
    camera,
    images: [overview, plate].filter((one) => one !== null),
    source: of.source,
    spot_pk: camera.spot_pk,
    camera_pk: camera.pk,
    message_pk: of.message_pk,
    received_at: of.now,
    clock_offset_ms: moment.time_of_arrival ? 0 : camera.clock_offset_ms,
    direction,
    image: overview?.uuid ?? null,
    plate_image: plate?.uuid ?? null,
  };
}

/** The properties at which something new was read, those included that their cameras got meanwhile. */
async function touchedBy(
  recorder: Recorder,
  reads: readonly Told[],
  recorded: readonly Recorded[],
  now: Instant,
): Promise<number[]> {
  const fresh = reads.filter((_, index) => recorded[index]?.outcome === 'recorded');
  const unplaced = new Set(fresh.flatMap((read) => (read.spot_pk === null ? read.camera.pk : [])));
  const late = unplaced.size > 0 ? await bringInLatecomers(recorder, [...unplaced], now) : [];
  return [...new Set([...fresh.flatMap((read) => read.spot_pk ?? []), ...late])];
}

async function recordMessage(
  recorder: Recorder,
  scope: CameraScope,
  message: Message,
  kept: { text: string; content_type: string; pictures: KeptPictures; now: Instant },
): Promise<number[]> {
  const { now, pictures } = kept;
  const named = new Set([...message.reads, ...message.beats].map(({ camera_ref }) => camera_ref));
  const message_pk = await keepMessage(
    recorder,
    {
      ...kept,
      feed_pk: scope.feed.pk,
      files: pictures.files,
      outcome: message.outcome,
      reason: message.reason,
      cameras: [...named].sort(),
    },
    now,
  );
  const cameras = await camerasOf(recorder, scope, message, now);
  const of = { source: `camera:${scope.feed.pk}`, message_pk, now, pictures };
  const reads = message.reads.map((read) =>
    toRead(recorder, read, cameras.get(read.camera_ref) as CameraRow, of),
  );
  const images = reads.flatMap((read) => read.images);
  if (images.length > 0) await recordImages(recorder, images);
  const recorded = reads.length > 0 ? await recordPlateReads(recorder, reads, now) : [];
  const beats = message.beats.map(({ camera_ref, regular }) => ({
    pk: (cameras.get(camera_ref) as CameraRow).pk,
    regular,
  }));
  await noteBeats(recorder, beats, now);
  return touchedBy(recorder, reads, recorded, now);
}

/** What was missing in a message that could be read; null when nothing was. */
function describeGaps({ reads }: Message, { leftOut }: KeptPictures): string | null {
  const isTimeless = reads.some(({ captured_at }) => captured_at === null);
  const gaps = [
    isTimeless ? 'No time can be read in it: the time of arrival counts.' : null,
    leftOut,
  ];
  return gaps.filter((gap) => gap !== null).join(' ') || null;
}

/**
 * Takes a camera’s message: parses it, reads it, keeps it with its readings in one transaction, and tells who
 * watches the property. What cannot be read is kept too.
 */
export async function takeMessage(
  scope: CameraScope,
  parts: { files: FileStore; tell: Live['tell'] },
  sent: { content_type: string; body: Uint8Array; now: Instant },
): Promise<CameraAnswer> {
  const { now } = sent;
  const envelope = await openEnvelope(sent.content_type, sent.body, now);
  const message = understand(scope.feed.format as CameraFormat, envelope);
  const all = message.reads.flatMap(({ image, plate_image }) => [image, plate_image]);
  const unread = message.outcome === 'unknown' ? [...envelope.pictures.values()] : [];
  const whole = keptText(envelope);
  const pictures = await keepPictures(parts.files, [...all, ...unread]);
  if (message.outcome === 'read') message.reason = describeGaps(message, pictures);
  const text = message.outcome === 'unknown' ? whole.slice(0, keptCharacters) : whole;
  const kept = { text, content_type: sent.content_type.slice(0, 200), pictures, now };
  const spots = await scope.write(async (tx) =>
    recordMessage(await openRecorder(tx, scope.organizationId), scope, message, kept),
  );
  for (const spot of spots) parts.tell('server:newRecords', spot);
  return { outcome: message.outcome, reads: message.reads.length, reason: message.reason };
}
