import type { Envelope, ParsedMessage } from './camera-read.ts';
import { ignored, read, UnparsableMessage, unread } from './camera-read.ts';
import { toConfidence, toObject, toPlate, toRegion, toText } from './loose.ts';
import { firstTime } from './times.ts';

/** Verkada’s license plate webhook. The image is behind a URL, which is never fetched. */
export function verkada({ document }: Envelope): ParsedMessage {
  const body = toObject(document);
  const type = toText(body.webhook_type);
  if (!type) throw new UnparsableMessage('There is no “webhook_type” in it.');
  if (type !== 'lpr') return ignored(`“${type}” contains no plate.`);
  const data = toObject(body.data);
  const camera_ref = toText(data.camera_id);
  if (!camera_ref) throw new UnparsableMessage('There is no “camera_id” in it.');
  const plate = toPlate(data.license_plate_number);
  const captured_at = firstTime(data.detected, data.created, body.created_at);
  if (!plate) return unread({ camera_ref, captured_at });
  return read([
    {
      camera_ref,
      // `webhook_id` may identify the webhook instead of the event.
      external_id: `${camera_ref}|${toText(data.detected ?? data.created)}|${plate}`,
      captured_at,
      plate,
      ...toRegion(data.license_plate_state),
      confidence: toConfidence(data.confidence),
      direction: null,
    },
  ]);
}
