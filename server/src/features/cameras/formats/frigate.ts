import type { CameraRead, Envelope, Understood } from './camera-read.ts';
import { ignored, NotUnderstood, read } from './camera-read.ts';
import type { Loose } from './loose.ts';
import { boxOf, confidenceOf, isYes, listOf, objectOf, plateOf, textOf } from './loose.ts';
import { firstTime } from './times.ts';

const nothing = {
  state: null,
  country: null,
  direction: null,
} as const;

const boxAt = (value: unknown) => {
  const [left, top, right, bottom] = listOf(value);
  return boxOf(left, top, right, bottom);
};

/** `frigate/tracked_object_update`: one for each better reading of the same car. */
function update(body: Loose): Understood {
  const plate = plateOf(body.plate);
  const id = textOf(body.id, 120);
  const camera_ref = textOf(body.camera);
  if (!id || !camera_ref) throw new NotUnderstood('The camera or the id is missing.');
  if (!plate) return ignored('There is no plate in it.', [{ camera_ref, regular: false }]);
  const one: CameraRead = {
    ...nothing,
    camera_ref,
    external_id: `${id}|${textOf(body.timestamp)}|${plate}`,
    event_keys: [id],
    captured_at: firstTime(body.timestamp),
    plate,
    confidence: confidenceOf(body.score),
    plate_box: boxAt(body.plate_box),
  };
  return read([one]);
}

/** `frigate/events`: what is known of a car after a change; only the end is final. */
function event(type: string, after: Loose): Understood {
  const id = textOf(after.id, 120);
  const camera_ref = textOf(after.camera);
  if (!id || !camera_ref) throw new NotUnderstood('The camera or the id is missing.');
  const beat = { camera_ref, regular: false };
  if (isYes(after.false_positive)) return ignored('Frigate took it back.', [beat]);
  // Some versions write the plate with its score: [plate, score]. The sub label is a name and no plate.
  const [recognized, score] = listOf(after.recognized_license_plate);
  const plate = plateOf(recognized);
  if (!plate) return ignored('There is no plate in it.', [beat]);
  const one: CameraRead = {
    ...nothing,
    camera_ref,
    external_id: `${id}|${type}|${textOf(after.frame_time)}|${plate}`,
    event_keys: [id],
    preview: type !== 'end',
    captured_at: firstTime(after.start_time, after.frame_time),
    plate,
    confidence: confidenceOf(after.recognized_license_plate_score ?? score),
    vehicle_type: textOf(after.label),
    vehicle_box: boxAt(after.box),
  };
  return read([one]);
}

/** Bridges post the message alone or under its topic, as an object or as text. */
function messageIn(document: unknown): Loose {
  const body = objectOf(document);
  if (body.payload === undefined || body.type !== undefined) return body;
  if (typeof body.payload !== 'string') return objectOf(body.payload);
  try {
    return objectOf(JSON.parse(body.payload));
  } catch {
    throw new NotUnderstood('The payload is no JSON.');
  }
}

/** What Frigate says over MQTT, posted by a bridge. */
export function frigate({ document }: Envelope): Understood {
  const body = messageIn(document);
  const type = textOf(body.type);
  if (type === 'lpr') return update(body);
  if (type && body.after !== undefined) return event(type, objectOf(body.after));
  if (type && body.id !== undefined) return ignored(`“${type}” tells of no plate.`);
  throw new NotUnderstood('It is neither an event nor an update of a tracked object.');
}
