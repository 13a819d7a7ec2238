import type { Envelope, ParsedMessage } from './camera-read.ts';
import { read, UnparsableMessage, unread } from './camera-read.ts';
import type { Loose } from './loose.ts';
import {
  pictureIn,
  toBox,
  toConfidence,
  toCountry,
  toList,
  toNumber,
  toObject,
  toPlate,
  toText,
} from './loose.ts';
import { firstTime } from './times.ts';

/** A car is reported several times while it passes; farther apart than this, it's another car with the same number. */
const passMs = 600_000;

/** Car numbers restart when the camera does, so an id is only valid around its time. */
export function eventKeys(camera: string, car: string | null, at: number | null): string[] {
  if (!car || at === null) return [];
  const part = Math.floor(at / passMs);
  return [`${camera}|${car}|${part}`, `${camera}|${car}|${part + 1}`];
}

function boxAt(value: unknown) {
  const [x, y, width, height] = toList(value).map(toNumber);
  return toBox(x, y, (x ?? 0) + (width ?? 0), (y ?? 0) + (height ?? 0));
}

function getImages(event: Loose, { pictures }: Envelope) {
  const findInside = (type: string) =>
    pictureIn(
      toList(event.ImageArray)
        .map(toObject)
        .find((image) => toText(image.ImageType)?.toLowerCase() === type)?.BinaryImage,
    );
  const attachedImage = pictures.get('image') ?? null;
  const ofPlate = event.imageType === 'plate';
  return {
    image: findInside('vehicle') ?? (ofPlate ? null : attachedImage),
    plate_image: findInside('plate') ?? (ofPlate ? attachedImage : null),
  };
}

/**
 * Axis cameras with a license plate application. `carMoveDirection` is from the camera's point of view, which does not
 * distinguish in from out.
 */
export function axis(envelope: Envelope): ParsedMessage {
  const event = toObject(envelope.document);
  const camera = toObject(event.camera_info);
  const text = event.plateUTF8 ?? event.plateASCII ?? event.plateText;
  if (text === undefined) throw new UnparsableMessage('It contains no plate field.');
  const camera_ref = toText(camera.SerialNumber ?? event.sensorProviderID) ?? 'Axis';
  const plate = toPlate(text);
  const times = [event.capture_timestamp, event.capture_ts, event.datetime];
  const at = firstTime(...times);
  const seen = { camera_ref, captured_at: at, ...getImages(event, envelope) };
  if (!plate) return unread(seen);
  const time = times.find((timestamp) => toText(timestamp) !== null);
  const car = toText(event.carID);
  const state = toText(event.carState);
  const vehicle = toObject(event.vehicle_info);
  return read([
    {
      ...seen,
      external_id: [camera_ref, car, state, toText(time), plate].join('|'),
      event_keys: eventKeys(camera_ref, car, typeof at === 'number' ? at : null),
      preview: state === 'new' || state === 'update',
      plate,
      country: toCountry(event.plateCountry),
      state: null,
      confidence: toConfidence(event.plateConfidence),
      direction: null,
      make: toText(vehicle.make),
      model: toText(vehicle.model),
      color: toText(vehicle.color),
      vehicle_type: toText(vehicle.type),
      plate_box: boxAt(event.plateCoordinates),
    },
  ]);
}
