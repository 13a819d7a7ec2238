import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { LiveFeed } from '../../../kernel/access/scope.ts';
import { maxClockOffsetMs } from '../../../records/cars/camera-clocks.ts';
import type { CameraRow } from '../../../records/cars/cameras.ts';
import {
  bringInLatecomers,
  ensureCameras,
  recordHeartbeats,
} from '../../../records/cars/cameras.ts';
import type { ImageInput } from '../../../records/cars/images.ts';
import { recordImages } from '../../../records/cars/images.ts';
import type { PlateReadInput } from '../../../records/cars/plate-reads.ts';
import { recordPlateReads } from '../../../records/cars/plate-reads.ts';
import type { JudgedTime } from '../../../records/cars/read-times.ts';
import { isTooEarly, judgeReadTime } from '../../../records/cars/read-times.ts';
import type { Recorded, Recorder } from '../../../records/recorder.ts';
import type { Settling } from '../visits/public.ts';
import { settleReads } from '../visits/public.ts';
import type { Beat, CameraRead } from './formats/camera-read.ts';
import { inZone } from './formats/times.ts';
import type { StoredPictures } from './kept-pictures.ts';
import { pictureUuid } from './kept-pictures.ts';
import type { Message } from './read-message.ts';

/** A feed, and the location of its cameras unless somebody placed them. */
export type FeedPlace = Pick<LiveFeed, 'pk' | 'spotPk' | 'direction'>;

/** The cameras that a message names, created if they're new. */
function ensureMessageCameras(recorder: Recorder, feed: FeedPlace, message: Message, now: Instant) {
  const cameraInputs = [...message.reads, ...message.beats].map(({ camera_ref, camera_name }) => ({
    feed_pk: feed.pk,
    camera_ref,
    name: camera_name ?? camera_ref,
    spot_pk: feed.spotPk,
    direction: feed.direction,
  }));
  return cameraInputs.length > 0
    ? ensureCameras(recorder, feed.pk, cameraInputs, now)
    : Promise.resolve(new Map<string, CameraRow>());
}

interface CameraPlateRead extends PlateReadInput {
  camera: CameraRow;
  images: ImageInput[];
}

/** A time without a zone is the property’s; null without a time, or without a property to get the zone from. */
function findClaim(recorder: Recorder, { captured_at }: CameraRead, { spot_pk }: CameraRow) {
  if (typeof captured_at === 'number' || captured_at === null) return captured_at;
  return spot_pk === null ? null : inZone(captured_at, recorder.timezoneOf(spot_pk));
}

/** When a read was made: by the camera's clock, unless that is impossible. */
const findMoment = (recorder: Recorder, read: CameraRead, camera: CameraRow, received: Instant) =>
  judgeReadTime(findClaim(recorder, read, camera), {
    received_at: received,
    since: camera.spot_pk === null ? null : recorder.sinceOf(camera.spot_pk),
    clock_offset_ms: camera.clock_offset_ms,
  });

/** Reads without a time, of one plate and camera, are separate when they arrive this much later. */
const anotherReadMs = 600_000;

/** Without an id of the sender, the time becomes part of the id: otherwise tomorrow's read would be today's. */
function nameRead({ external_id, direction }: CameraRead, moment: JudgedTime, now: Instant) {
  if (!moment.time_of_arrival) return external_id;
  // A car that leaves soon after it arrived.
  const name = direction === null ? external_id : `${external_id}|${direction}`;
  return `${name}|${Math.floor(now / anotherReadMs)}`;
}

function toRead(
  recorder: Recorder,
  read: CameraRead,
  camera: CameraRow,
  context: { source: string; message_pk: number; receivedAt: Instant; pictures: StoredPictures },
): CameraPlateRead {
  const { camera_ref: _ref, camera_name: _name, image, plate_image, ...fields } = read;
  const moment = findMoment(recorder, read, camera, context.receivedAt);
  const direction = camera.direction ?? read.direction;
  const buildImage = (kind: 'overview' | 'plate', bytes: Uint8Array | null | undefined) => {
    const picture = context.pictures.of(bytes);
    if (!picture) return null;
    const uuid = pictureUuid(context.source, context.message_pk, camera.pk, kind, picture.file);
    return {
      ...picture,
      uuid,
      kind,
      spot_pk: camera.spot_pk,
      taken_at: moment.captured_at,
      orientation: direction,
    };
  };
  const overview = buildImage('overview', image);
  const plate = buildImage('plate', plate_image);
  return {
    ...fields,
    ...moment,
    external_id: nameRead(read, moment, context.receivedAt),
    camera,
    images: [overview, plate].filter((imageInput) => imageInput !== null),
    source: context.source,
    spot_pk: camera.spot_pk,
    camera_pk: camera.pk,
    message_pk: context.message_pk,
    received_at: context.receivedAt,
    clock_offset_ms: camera.clock_offset_ms,
    direction,
    image: overview?.uuid ?? null,
    plate_image: plate?.uuid ?? null,
  };
}

/** The properties with new reads, including those that their cameras were assigned to in the meantime. */
async function listChangedSpots(
  recorder: Recorder,
  reads: readonly CameraPlateRead[],
  recorded: readonly Recorded[],
  now: Instant,
): Promise<number[]> {
  const newReads = reads.filter((_, index) => recorded[index]?.outcome === 'recorded');
  const unplaced = new Set(
    newReads.flatMap((read) => (read.spot_pk === null ? read.camera.pk : [])),
  );
  const latecomerSpots =
    unplaced.size > 0 ? await bringInLatecomers(recorder, [...unplaced], now) : [];
  return [...new Set([...newReads.flatMap((read) => read.spot_pk ?? []), ...latecomerSpots])];
}

/** A vehicle whose plate a camera couldn't read; its time names it, since it isn't kept as a message of its own. */
const toUnread = (
  { camera_ref, camera_name, captured_at, image, plate_image }: Beat,
  index: number,
  receivedAt: Instant,
): CameraRead => ({
  camera_ref,
  ...(camera_name !== undefined && { camera_name }),
  external_id: ['unread', camera_ref, JSON.stringify(captured_at ?? receivedAt), index].join('|'),
  captured_at: captured_at ?? null,
  plate: '',
  state: null,
  country: null,
  confidence: null,
  direction: null,
  image: image ?? null,
  plate_image: plate_image ?? null,
});

/** Records the cameras, images, reads, and heartbeats of a stored message; returns the properties with new reads. */
export async function recordReadsOfMessage(
  recorder: Recorder,
  feed: FeedPlace,
  message: Message,
  messageContext: {
    message_pk: number;
    pictures: StoredPictures;
    receivedAt: Instant;
    now: Instant;
    settling: Settling;
  },
): Promise<number[]> {
  const { now, receivedAt } = messageContext;
  const cameras = await ensureMessageCameras(recorder, feed, message, receivedAt);
  const readContext = { ...messageContext, source: `camera:${feed.pk}` };
  const unread = message.beats.flatMap((beat, index) =>
    beat.unread ? [toUnread(beat, index, receivedAt)] : [],
  );
  const reads = [...message.reads, ...unread].map((read) =>
    toRead(recorder, read, cameras.get(read.camera_ref) as CameraRow, readContext),
  );
  const images = reads.flatMap((read) => read.images);
  if (images.length > 0) await recordImages(recorder, images);
  const recordedReads = reads.length > 0 ? await recordPlateReads(recorder, reads, now) : null;
  const beats = message.beats.map(({ camera_ref, regular }) => ({
    pk: (cameras.get(camera_ref) as CameraRow).pk,
    // Intervals are measured between heartbeats; one from an earlier time doesn't count.
    regular: regular && receivedAt === now,
  }));
  await recordHeartbeats(recorder, beats, receivedAt);
  if (!recordedReads) return [];
  const spots = await listChangedSpots(recorder, reads, recordedReads.recorded, now);
  await settleReads(recorder, recordedReads, messageContext);
  return spots;
}

/** Whether no camera with a running clock could have made a read at this time, whatever its property. */
const isLost = (at: Instant, receivedAt: Instant) =>
  isTooEarly(at, null) || at - receivedAt > maxClockOffsetMs;

/** Adds what was missing from a readable message to its reason. */
export function addGaps(message: Message, { leftOut }: StoredPictures, receivedAt: Instant): void {
  const { reads, reason } = message;
  const times = reads.map(({ captured_at }) => captured_at);
  const isWrong = times.some((at) => typeof at === 'number' && isLost(at, receivedAt));
  const gaps = [
    reason,
    times.includes(null) ? 'It contains no readable time: the time of arrival is used.' : null,
    isWrong ? 'Its time can’t be right: the time of arrival is used.' : null,
    leftOut,
  ];
  message.reason = gaps.filter((gap) => gap !== null).join(' ') || null;
}
