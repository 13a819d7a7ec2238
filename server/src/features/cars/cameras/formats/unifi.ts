import type { Beat, CameraRead, Envelope, ParsedMessage } from './camera-read.ts';
import { ignored, UnparsableMessage } from './camera-read.ts';
import type { Loose } from './loose.ts';
import { pictureIn, toList, toObject, toPlate, toText } from './loose.ts';
import { firstTime } from './times.ts';

const isPlateTrigger = ({ key }: Loose) => toText(key)?.startsWith('license_plate') ?? false;

/**
 * For a vehicle that somebody named, Protect sends the name instead of the plate. Names are typed in mixed case; plates
 * are uppercase.
 */
const isName = ({ key, value }: Loose) =>
  key !== 'license_plate_unknown' && /\p{Ll}|^\P{N}+$/u.test(toText(value) ?? '');

const cameraRef = (trigger: Loose) => toText(trigger.device) ?? 'UniFi Protect';

function toRead(
  trigger: Loose,
  { alarm, sentAt }: { alarm: Loose; sentAt: unknown },
): CameraRead | null {
  const plate = isName(trigger) ? null : toPlate(trigger.value);
  if (!plate) return null;
  const camera_ref = cameraRef(trigger);
  const event =
    toText(trigger.eventId, 120) ?? `${camera_ref}|${toText(trigger.timestamp ?? sentAt)}`;
  return {
    camera_ref,
    // Several alarms may report one event, and an event may involve several cars.
    external_id: `${event}|${plate}`,
    captured_at: firstTime(trigger.timestamp, sentAt),
    plate,
    country: null,
    state: null,
    confidence: null,
    direction: null,
    image: pictureIn(alarm.thumbnail),
  };
}

/** The name itself may be a person's, and reasons are stored. */
const nameSent =
  'UniFi Protect sent a vehicle’s name instead of its plate. In Protect, name the vehicle by its plate.';

/** Alarms of UniFi Protect, posted by the webhook of its Alarm Manager: one trigger per vehicle. */
export function unifi({ document }: Envelope): ParsedMessage {
  const body = toObject(document);
  const alarm = toObject(body.alarm);
  const triggers = toList(alarm.triggers).map(toObject);
  if (triggers.length === 0) throw new UnparsableMessage('There is no alarm with a trigger in it.');
  if (triggers.every(({ eventId }) => toText(eventId)?.startsWith('testEventId'))) {
    return ignored('A test of the connection.');
  }
  const vehicles = triggers.filter(isPlateTrigger);
  if (vehicles.length === 0) return ignored(`“${toText(triggers[0]?.key)}” contains no plate.`);
  const reads: CameraRead[] = [];
  const beats: Beat[] = [];
  for (const trigger of vehicles) {
    const cameraRead = toRead(trigger, { alarm, sentAt: body.timestamp });
    if (cameraRead) reads.push(cameraRead);
    else beats.push({ camera_ref: cameraRef(trigger), regular: false, unread: true });
  }
  if (reads.length === 0 && vehicles.some(isName)) throw new UnparsableMessage(nameSent);
  return { reads, beats, ignored: reads.length === 0 ? 'It contains no plate.' : null };
}
