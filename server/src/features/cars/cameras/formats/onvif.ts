import { eventKeys } from './axis.ts';
import type { CameraRead, Envelope, ParsedMessage } from './camera-read.ts';
import { ignored, UnparsableMessage } from './camera-read.ts';
import type { Loose } from './loose.ts';
import {
  pictureIn,
  stateIn,
  toConfidence,
  toCountry,
  toList,
  toObject,
  toPlate,
  toText,
  unlessUnknown,
} from './loose.ts';
import { firstTime } from './times.ts';

const maxDepth = 12;

/** All elements with a name, wherever they are: streams, notifications, and responses wrap them differently. */
function findAll(node: unknown, name: string, depth = 0): Loose[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(node)) return node.flatMap((entry) => findAll(entry, name, depth));
  return Object.entries(toObject(node)).flatMap(([key, value]) =>
    key === name ? toList(value).map(toObject) : findAll(value, name, depth + 1),
  );
}

/** Cameras number the objects they track, and restart numbering; it's the same car only around its time. */
const keysOf = (camera: string, object: string | null, at: CameraRead['captured_at']) =>
  eventKeys(camera, object, typeof at === 'number' ? at : null);

function readOfObject(object: Loose, frame: Loose): CameraRead[] {
  const appearance = toObject(object.Appearance);
  const info = toObject(appearance.LicensePlateInfo);
  const plate = toPlate(info.PlateNumber);
  if (!plate) return [];
  const camera_ref = toText(frame['@Source']) ?? 'ONVIF';
  const time = frame['@UtcTime'];
  const number = toText(object['@ObjectId']);
  const vehicle = toObject(appearance.VehicleInfo);
  const country = toCountry(info.CountryCode);
  const captured_at = firstTime(time);
  return [
    {
      camera_ref,
      external_id: [camera_ref, number, toText(time), plate].join('|'),
      event_keys: keysOf(camera_ref, number, captured_at),
      captured_at,
      plate,
      country,
      state: stateIn(country, info.IssuingEntity),
      confidence: toConfidence(toObject(info.PlateNumber)['@Likelihood'] ?? info.Likelihood),
      direction: null,
      make: unlessUnknown(vehicle.Brand),
      model: unlessUnknown(vehicle.Model),
      color: unlessUnknown(vehicle.Color),
      vehicle_type: unlessUnknown(vehicle.Type),
      image: pictureIn(vehicle.Image),
      plate_image: pictureIn(info.Image),
    },
  ];
}

/** The items of a part of an event, by their lowercase names. */
function readItems(part: unknown): ReadonlyMap<string, string> {
  const items = toList(toObject(part).SimpleItem).map(toObject);
  return new Map(
    items.flatMap((item) => {
      const [name, value] = [toText(item['@Name']), toText(item['@Value'])];
      return name && value ? [[name.toLowerCase(), value]] : [];
    }),
  );
}

const findItem = (items: ReadonlyMap<string, string>, names: readonly string[]) =>
  names.map((name) => items.get(name)).find((value) => value !== undefined) ?? null;

const plateTopic = /plate|lpr|anpr/i;

/** A plate event, by any of the names that vendors give its items. */
function readOfNotification(notification: Loose): CameraRead[] {
  if (!plateTopic.test(toText(notification.Topic, 200) ?? '')) return [];
  const message = toObject(toObject(notification.Message).Message);
  const data = readItems(message.Data);
  const source = readItems(message.Source);
  const plate = toPlate(findItem(data, ['licenseplate', 'platenumber', 'plate', 'text']));
  if (!plate || message['@PropertyOperation'] === 'Deleted') return [];
  const camera_ref =
    findItem(source, ['videosourceconfigurationtoken', 'videosource', 'source']) ?? 'ONVIF';
  const number = findItem(data, ['carid', 'objectid']);
  const state = data.get('carstate');
  const captured_at = firstTime(message['@UtcTime'], data.get('capture_timestamp'));
  return [
    {
      camera_ref,
      external_id: [camera_ref, number, state, toText(message['@UtcTime']), plate].join('|'),
      event_keys: keysOf(camera_ref, number, captured_at),
      preview: state === 'new' || state === 'update',
      captured_at,
      plate,
      country: toCountry(data.get('country')),
      state: null,
      confidence: toConfidence(findItem(data, ['confidence', 'likelihood'])),
      direction: null,
    },
  ];
}

/**
 * ONVIF metadata with plates, as posted by a program that listens to cameras: objects of frames, and events. A frame
 * without a plate is ignored, since each car appears in many.
 */
export function onvif({ document }: Envelope): ParsedMessage {
  const frames = findAll(document, 'VideoAnalytics').flatMap((analytics) =>
    toList(analytics.Frame).map(toObject),
  );
  const notifications = findAll(document, 'NotificationMessage');
  if (frames.length === 0 && notifications.length === 0) {
    throw new UnparsableMessage('There is no frame and no notification in it.');
  }
  const reads = [
    ...frames.flatMap((frame) =>
      toList(frame.Object).flatMap((object) => readOfObject(toObject(object), frame)),
    ),
    ...notifications.flatMap(readOfNotification),
  ];
  return reads.length > 0 ? { reads, beats: [], ignored: null } : ignored('It contains no plate.');
}
