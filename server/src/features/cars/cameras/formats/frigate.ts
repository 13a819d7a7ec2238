import type { CameraRead, Envelope, ParsedMessage } from './camera-read.ts';
import { ignored, read, UnparsableMessage, unread } from './camera-read.ts';
import type { Loose } from './loose.ts';
import { isYes, toBox, toConfidence, toList, toObject, toPlate, toText } from './loose.ts';
import { firstTime } from './times.ts';

const emptyRead = {
  state: null,
  country: null,
  direction: null,
} as const;

const boxAt = (value: unknown) => {
  const [left, top, right, bottom] = toList(value);
  return toBox(left, top, right, bottom);
};

/** `frigate/tracked_object_update`: one for each better reading of the same car. */
function update(body: Loose): ParsedMessage {
  const plate = toPlate(body.plate);
  const id = toText(body.id, 120);
  const camera_ref = toText(body.camera);
  if (!id || !camera_ref) throw new UnparsableMessage('The camera or the id is missing.');
  const captured_at = firstTime(body.timestamp);
  if (!plate) return unread({ camera_ref, captured_at });
  const cameraRead: CameraRead = {
    ...emptyRead,
    camera_ref,
    external_id: `${id}|${toText(body.timestamp)}|${plate}`,
    event_keys: [id],
    captured_at,
    plate,
    confidence: toConfidence(body.score),
    plate_box: boxAt(body.plate_box),
  };
  return read([cameraRead]);
}

/** `frigate/events`: the state of a car after a change; only the end is final. */
function event(type: string, after: Loose): ParsedMessage {
  const id = toText(after.id, 120);
  const camera_ref = toText(after.camera);
  if (!id || !camera_ref) throw new UnparsableMessage('The camera or the id is missing.');
  const beat = { camera_ref, regular: false };
  if (isYes(after.false_positive)) return ignored('Frigate retracted it.', [beat]);
  // Some versions send the plate with its score: [plate, score]. The sub label is a name, not a plate.
  const [recognized, score] = toList(after.recognized_license_plate);
  const plate = toPlate(recognized);
  // A passing car is reported repeatedly.
  const captured_at = firstTime(after.start_time, after.frame_time);
  if (!plate) return unread({ camera_ref, captured_at }, type === 'end');
  const cameraRead: CameraRead = {
    ...emptyRead,
    camera_ref,
    external_id: `${id}|${type}|${toText(after.frame_time)}|${plate}`,
    event_keys: [id],
    preview: type !== 'end',
    captured_at,
    plate,
    confidence: toConfidence(after.recognized_license_plate_score ?? score),
    vehicle_type: toText(after.label),
    vehicle_box: boxAt(after.box),
  };
  return read([cameraRead]);
}

/** Bridges post the message alone or under its topic, as an object or as text. */
function messageIn(document: unknown): Loose {
  const body = toObject(document);
  if (body.payload === undefined || body.type !== undefined) return body;
  if (typeof body.payload !== 'string') return toObject(body.payload);
  try {
    return toObject(JSON.parse(body.payload));
  } catch {
    throw new UnparsableMessage('The payload isn’t JSON.');
  }
}

/** Frigate's MQTT messages, posted by a bridge. */
export function frigate({ document }: Envelope): ParsedMessage {
  const body = messageIn(document);
  const type = toText(body.type);
  if (type === 'lpr') return update(body);
  if (type && body.after !== undefined) return event(type, toObject(body.after));
  if (type && body.id !== undefined) return ignored(`“${type}” contains no plate.`);
  throw new UnparsableMessage('It is neither an event nor an update of a tracked object.');
}
