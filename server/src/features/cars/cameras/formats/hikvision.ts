import type { Envelope, ParsedMessage } from './camera-read.ts';
import { beating, ignored, read, UnparsableMessage, unread } from './camera-read.ts';
import type { Loose } from './loose.ts';
import {
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

/** Names and addresses of cameras can change; the hardware’s number does not. */
const cameraRef = (alert: Loose) =>
  [toText(alert.macAddress ?? alert.ipAddress) ?? 'Hikvision', toText(alert.channelID)]
    .filter(Boolean)
    .join('/');

/** The image of a kind, by the name of the kind or by the file name in the alarm. */
function findPicture(anpr: Loose, pictures: Envelope['pictures'], kind: string): Uint8Array | null {
  const list = anpr.pictureInfoList;
  const picture = toList(toObject(list).pictureInfo ?? list)
    .map(toObject)
    .find(({ type }) => type === kind);
  const fileName = toText(picture?.fileName, 200)?.replace(/\.\w+$/, '') ?? '';
  return pictures.get(kind) ?? pictures.get(fileName) ?? null;
}

/** Heartbeats that an idle camera sends on a schedule; the older ones report that the video is not lost. */
const regularTypes = ['videoloss', 'heartbeat'];

/**
 * Hikvision’s plate alarm, in XML or as the same fields in JSON. Directions are from the camera's point of view, which
 * does not distinguish in from out.
 */
export function hikvision({ document, pictures }: Envelope): ParsedMessage {
  const body = toObject(document);
  const alert = toObject(body.EventNotificationAlert ?? body);
  const type = toText(alert.eventType);
  if (!type) throw new UnparsableMessage('There is no alarm with an “eventType” in it.');
  const camera_ref = cameraRef(alert);
  const camera_name = toText(alert.channelName);
  if (regularTypes.includes(type.toLowerCase())) {
    return beating([{ camera_ref, camera_name, regular: true }]);
  }
  if (type.toUpperCase() !== 'ANPR') return ignored(`“${type}” isn’t a plate alarm.`);
  const anpr = toObject(alert.ANPR);
  const plate = toPlate(anpr.licensePlate) ?? toPlate(anpr.originalLicensePlate);
  const seen = {
    camera_ref,
    camera_name,
    captured_at: firstTime(alert.dateTime, anpr.dateTime),
    image: findPicture(anpr, pictures, 'detectionPicture'),
    plate_image: findPicture(anpr, pictures, 'licensePlatePicture'),
  };
  if (!plate) return unread(seen);
  const vehicle = toObject(anpr.vehicleInfo);
  const country = toCountry(alert.countryAbbreviation);
  return read([
    {
      ...seen,
      // A resent message has the same UUID.
      external_id:
        toText(alert.UUID ?? alert.uuid, 120) ??
        `${camera_ref}|${toText(alert.dateTime ?? anpr.dateTime)}|${plate}`,
      plate,
      country,
      state: stateIn(country, anpr.province),
      confidence: toConfidence(anpr.confidenceLevel),
      direction: null,
      color: unlessUnknown(vehicle.color),
      vehicle_type: unlessUnknown(anpr.vehicleType),
    },
  ]);
}
