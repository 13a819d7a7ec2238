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

/** One car is reported several times while it passes; longer than this apart it is another with the same number. */
const passMs = 600_000;

/** Numbers of cars begin again when the camera does, so a name holds only around its time. */
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
  const inside = (type: string) =>
    pictureIn(
      toList(event.ImageArray)
        .map(toObject)
        .find((image) => toText(image.ImageType)?.toLowerCase() === type)?.BinaryImage,
    );
  const beside = pictures.get('image') ?? null;
  const ofPlate = event.imageType === 'plate';
  return {
    image: inside('vehicle') ?? (ofPlate ? null : beside),
    plate_image: inside('plate') ?? (ofPlate ? beside : null),
  };
}

/** Axis cameras with a licence plate application. `carMoveDirection` is reported as seen by the camera, which does not distinguish in from out. */
export function axis(envelope: Envelope): ParsedMessage {
  const event = toObject(envelope.document);
  const camera = toObject(event.camera_info);
  const text = event.plateUTF8 ?? event.plateASCII ?? event.plateText;
  if (text === undefined) throw new UnparsableMessage('It contains no plate field.');
  const camera_ref = toText(camera.SerialNumber ?? event.sensorProviderID) ?? 'Axis';
  const plate = toPlate(text);
  if (!plate) return unread({ camera_ref });
  const times = [event.capture_timestamp, event.capture_ts, event.datetime];
  const time = times.find((timestamp) => toText(timestamp) !== null);
  const car = toText(event.carID);
  const state = toText(event.carState);
  const at = firstTime(...times);
  const vehicle = toObject(event.vehicle_info);
  return read([
    {
      camera_ref,
      external_id: [camera_ref, car, state, toText(time), plate].join('|'),
      event_keys: eventKeys(camera_ref, car, typeof at === 'number' ? at : null),
      preview: state === 'new' || state === 'update',
      captured_at: at,
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
      ...getImages(event, envelope),
    },
  ]);
}
