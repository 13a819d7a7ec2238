import type { CameraRead, Envelope, ParsedMessage } from './camera-read.ts';
import { beating, ignored, UnparsableMessage, unread } from './camera-read.ts';
import type { Loose } from './loose.ts';
import {
  pictureIn,
  toCountry,
  toList,
  toNumber,
  toObject,
  toPlate,
  toText,
  unlessUnknown,
} from './loose.ts';
import { firstTime } from './times.ts';

/** Dahua's confidence ranges from 0 to 255. */
function toConfidence(value: unknown): number | null {
  const number = toNumber(value);
  return number === null || number < 0 ? null : Math.min(1, number / 255);
}

const toVehicle = (vehicle: Loose) => ({
  make: unlessUnknown(vehicle.VehicleSign),
  model: unlessUnknown(vehicle.VehicleSeries),
  color: unlessUnknown(vehicle.VehicleColor),
  vehicle_type: unlessUnknown(vehicle.VehicleType),
});

/** ITSAPI's `TollgateInfo`: one car with its images. When it's resent, only `UploadNum` changes. */
function parsePicture(picture: Loose): ParsedMessage {
  const plateInfo = toObject(picture.Plate);
  const snap = toObject(picture.SnapInfo);
  const camera_ref = toText(snap.DeviceID) ?? 'Dahua';
  const plate = plateInfo.IsExist === false ? null : toPlate(plateInfo.PlateNumber);
  const content = (name: string) => pictureIn(toObject(picture[name]).Content);
  const seen = {
    camera_ref,
    captured_at: firstTime(snap.AccurateTime, snap.SnapTime),
    image: content('NormalPic') ?? content('VehiclePic'),
    plate_image: content('CutoutPic'),
  };
  if (!plate) return unread(seen);
  const cameraRead: CameraRead = {
    ...seen,
    external_id: [camera_ref, toText(snap.AccurateTime ?? snap.SnapTime), plate].join('|'),
    plate,
    country: toCountry(plateInfo.Region),
    state: null,
    confidence: toConfidence(plateInfo.Confidence),
    direction: null,
    ...toVehicle(toObject(picture.Vehicle)),
  };
  return { reads: [cameraRead], beats: [], ignored: null };
}

const cameraSides = { 1: 'Entrance', 2: 'Exit' } as const;

/** Events of a passing car; others report cars that park, stop, or break a rule, in addition to one of these. */
const passCodes = [
  'TrafficJunction',
  'TrafficManualSnap',
  'TrafficGate',
  'TrafficTollGate',
  'TrafficSnapshot',
];

/** One event. In some firmware, `UTC` is local time encoded as if it were UTC, so the other times take precedence. */
function parseEvent(event: Loose): ParsedMessage {
  const code = toText(event.Code);
  const data = { ...event, ...toObject(event.Data) } as Loose;
  const car = toObject(data.TrafficCar);
  const common = toObject(data.CommInfo);
  const object = toObject(data.Object);
  if (!passCodes.includes(code ?? '')) return ignored(`“${code}” isn’t a passing car.`);
  const camera_ref = toText(car.MachineName) ?? toText(data.Name) ?? 'Dahua';
  const plate =
    toPlate(car.PlateNumber) ?? (object.ObjectType === 'Plate' ? toPlate(object.Text) : null);
  const captured_at = firstTime(data.RealUTC, data.LocaleTime, data.UTC, car.UTC);
  if (!plate) return unread({ camera_ref, captured_at }, common.SnapCategory !== 'NonMotor');
  const time = data.RealUTC ?? data.LocaleTime ?? data.UTC ?? car.UTC;
  const group = toText(data.GroupID);
  const cameraRead: CameraRead = {
    camera_ref,
    external_id: [camera_ref, toText(time), plate].join('|'),
    // A car may be reported once for each of its snapshots.
    event_keys: group === null ? [] : [`${camera_ref}|${group}`],
    captured_at,
    plate,
    country: toCountry(common.Country ?? car.Country),
    state: null,
    confidence: object.ObjectType === 'Plate' ? toConfidence(object.Confidence) : null,
    direction: cameraSides[toNumber(common.ParkType) as keyof typeof cameraSides] ?? null,
    ...toVehicle(car),
  };
  return { reads: [cameraRead], beats: [], ignored: null };
}

/**
 * Dahua’s traffic cameras: ITSAPI with its heartbeat, and lists of events. Directions are from the camera's point of
 * view.
 */
export function dahua({ document }: Envelope): ParsedMessage {
  const body = toObject(document);
  if (body.Picture !== undefined) return parsePicture(toObject(body.Picture));
  const camera_ref = toText(body.DeviceID);
  if (camera_ref && body.Active !== undefined) return beating([{ camera_ref, regular: true }]);
  const events = toList(
    body.Events ?? toObject(body.params).eventList ?? (body.Code === undefined ? undefined : body),
  ).map(toObject);
  if (events.length > 0) {
    const parsed = events.map(parseEvent);
    return {
      reads: parsed.flatMap(({ reads }) => reads),
      beats: parsed.flatMap(({ beats }) => beats),
      ignored: parsed.find(({ ignored: why }) => why !== null)?.ignored ?? null,
    };
  }
  // Sent when a camera registers.
  if (camera_ref) return ignored('It contains no plate.', [{ camera_ref, regular: false }]);
  throw new UnparsableMessage('There is no “Picture”, no “Events” and no heartbeat in it.');
}
