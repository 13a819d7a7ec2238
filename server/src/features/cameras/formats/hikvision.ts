import type { Envelope, ParsedMessage } from './camera-read.ts';
import { beating, ignored, read, UnparsableMessage, unread } from './camera-read.ts';
import type { Loose } from './loose.ts';
import { stateIn, toConfidence, toCountry, toObject, toPlate, toText } from './loose.ts';
import { firstTime } from './times.ts';

const unlessUnknown = (value: unknown) => {
  const text = toText(value);
  return text === 'unknown' || text === 'vehicle' ? null : text;
};

/** Names and addresses of cameras are changed; the hardware’s number is not. */
const cameraRef = (alert: Loose) =>
  [toText(alert.macAddress ?? alert.ipAddress) ?? 'Hikvision', toText(alert.channelID)]
    .filter(Boolean)
    .join('/');

/** Hikvision’s plate alarm. Directions are reported as seen by the camera, which does not distinguish in from out. */
export function hikvision({ document, pictures }: Envelope): ParsedMessage {
  const alert = toObject(toObject(document).EventNotificationAlert);
  const type = toText(alert.eventType);
  if (!type)
    throw new UnparsableMessage('There is no “EventNotificationAlert” with an event type in it.');
  const camera_ref = cameraRef(alert);
  const camera_name = toText(alert.channelName);
  // An idle camera says every few seconds that its picture is not lost.
  if (type.toLowerCase() === 'videoloss')
    return beating([{ camera_ref, camera_name, regular: true }]);
  if (type !== 'ANPR') return ignored(`“${type}” contains no plate.`);
  const anpr = toObject(alert.ANPR);
  const plate = toPlate(anpr.licensePlate) ?? toPlate(anpr.originalLicensePlate);
  if (!plate) return unread({ camera_ref, camera_name });
  const vehicle = toObject(anpr.vehicleInfo);
  const country = toCountry(alert.countryAbbreviation);
  return read([
    {
      camera_ref,
      camera_name,
      // A message that is sent again has the same UUID.
      external_id:
        toText(alert.UUID, 120) ??
        `${camera_ref}|${toText(alert.dateTime ?? anpr.dateTime)}|${plate}`,
      captured_at: firstTime(alert.dateTime, anpr.dateTime),
      plate,
      country,
      state: stateIn(country, anpr.province),
      confidence: toConfidence(anpr.confidenceLevel),
      direction: null,
      color: unlessUnknown(vehicle.color),
      vehicle_type: unlessUnknown(anpr.vehicleType),
      image: pictures.get('detectionPicture') ?? null,
      plate_image: pictures.get('licensePlatePicture') ?? null,
    },
  ]);
}
