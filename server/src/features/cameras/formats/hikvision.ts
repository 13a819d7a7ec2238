import type { Envelope, Understood } from './camera-read.ts';
import { beating, ignored, NotUnderstood, read } from './camera-read.ts';
import type { Loose } from './loose.ts';
import { confidenceOf, countryOf, objectOf, plateOf, stateIn, textOf } from './loose.ts';
import { firstTime } from './times.ts';

const unlessUnknown = (value: unknown) => {
  const text = textOf(value);
  return text === 'unknown' || text === 'vehicle' ? null : text;
};

/** Names and addresses of cameras are changed; the hardware’s number is not. */
const cameraRef = (alert: Loose) =>
  [textOf(alert.macAddress ?? alert.ipAddress) ?? 'Hikvision', textOf(alert.channelID)]
    .filter(Boolean)
    .join('/');

/** Hikvision’s plate alarm. Directions are told as seen by the camera, which does not tell in from out. */
export function hikvision({ document, pictures }: Envelope): Understood {
  const alert = objectOf(objectOf(document).EventNotificationAlert);
  const type = textOf(alert.eventType);
  if (!type)
    throw new NotUnderstood('There is no “EventNotificationAlert” with an event type in it.');
  const camera_ref = cameraRef(alert);
  const camera_name = textOf(alert.channelName);
  // An idle camera says every few seconds that its picture is not lost.
  if (type.toLowerCase() === 'videoloss')
    return beating([{ camera_ref, camera_name, regular: true }]);
  if (type !== 'ANPR') return ignored(`“${type}” tells of no plate.`);
  const anpr = objectOf(alert.ANPR);
  const plate = plateOf(anpr.licensePlate) ?? plateOf(anpr.originalLicensePlate);
  if (!plate)
    return ignored('There is no plate in it.', [{ camera_ref, camera_name, regular: false }]);
  const vehicle = objectOf(anpr.vehicleInfo);
  const country = countryOf(alert.countryAbbreviation);
  return read([
    {
      camera_ref,
      camera_name,
      // A message that is sent again has the same UUID.
      external_id:
        textOf(alert.UUID, 120) ??
        `${camera_ref}|${textOf(alert.dateTime ?? anpr.dateTime)}|${plate}`,
      captured_at: firstTime(alert.dateTime, anpr.dateTime),
      plate,
      country,
      state: stateIn(country, anpr.province),
      confidence: confidenceOf(anpr.confidenceLevel),
      direction: null,
      color: unlessUnknown(vehicle.color),
      vehicle_type: unlessUnknown(anpr.vehicleType),
      image: pictures.get('detectionPicture') ?? null,
      plate_image: pictures.get('licensePlatePicture') ?? null,
    },
  ]);
}
