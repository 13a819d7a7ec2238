import type { Envelope, Understood } from './camera-read.ts';
import { ignored, NotUnderstood, read } from './camera-read.ts';
import type { Loose } from './loose.ts';
import {
  boxOf,
  confidenceOf,
  countryOf,
  listOf,
  numberOf,
  objectOf,
  pictureIn,
  plateOf,
  textOf,
} from './loose.ts';
import { firstTime } from './times.ts';

/** One car is told several times while it passes; longer than this apart it is another with the same number. */
const passMs = 600_000;

/** Numbers of cars begin anew when the camera does, so a name holds only around its time. */
function eventKeys(camera: string, car: string | null, at: number | null): string[] {
  if (!car || at === null) return [];
  const part = Math.floor(at / passMs);
  return [`${camera}|${car}|${part}`, `${camera}|${car}|${part + 1}`];
}

function boxAt(value: unknown) {
  const [x, y, width, height] = listOf(value).map(numberOf);
  return boxOf(x, y, (x ?? 0) + (width ?? 0), (y ?? 0) + (height ?? 0));
}

function picturesOf(event: Loose, { pictures }: Envelope) {
  const inside = (type: string) =>
    pictureIn(
      listOf(event.ImageArray)
        .map(objectOf)
        .find((one) => textOf(one.ImageType)?.toLowerCase() === type)?.BinaryImage,
    );
  const beside = pictures.get('image') ?? null;
  const ofPlate = event.imageType === 'plate';
  return {
    image: inside('vehicle') ?? (ofPlate ? null : beside),
    plate_image: inside('plate') ?? (ofPlate ? beside : null),
  };
}

/** Axis cameras with a licence plate application. `carMoveDirection` is told as seen by the camera, which does not tell in from out. */
export function axis(envelope: Envelope): Understood {
  const event = objectOf(envelope.document);
  const camera = objectOf(event.camera_info);
  const text = event.plateUTF8 ?? event.plateASCII ?? event.plateText;
  if (text === undefined) throw new NotUnderstood('There is no plate field in it.');
  const camera_ref = textOf(camera.SerialNumber ?? event.sensorProviderID) ?? 'Axis';
  const plate = plateOf(text);
  if (!plate) return ignored('There is no plate in it.', [{ camera_ref, regular: false }]);
  const times = [event.capture_timestamp, event.capture_ts, event.datetime];
  const time = times.find((one) => textOf(one) !== null);
  const car = textOf(event.carID);
  const state = textOf(event.carState);
  const at = firstTime(...times);
  const vehicle = objectOf(event.vehicle_info);
  return read([
    {
      camera_ref,
      external_id: [camera_ref, car, state, textOf(time), plate].join('|'),
      event_keys: eventKeys(camera_ref, car, typeof at === 'number' ? at : null),
      preview: state === 'new' || state === 'update',
      captured_at: at,
      plate,
      country: countryOf(event.plateCountry),
      state: null,
      confidence: confidenceOf(event.plateConfidence),
      direction: null,
      make: textOf(vehicle.make),
      model: textOf(vehicle.model),
      color: textOf(vehicle.color),
      vehicle_type: textOf(vehicle.type),
      plate_box: boxAt(event.plateCoordinates),
      ...picturesOf(event, envelope),
    },
  ]);
}
