import type { Envelope, Understood } from './camera-read.ts';
import { ignored, NotUnderstood, read } from './camera-read.ts';
import { confidenceOf, objectOf, plateOf, regionOf, textOf } from './loose.ts';
import { firstTime } from './times.ts';

/** Verkada’s licence plate webhook. The picture lies behind an address, which is never fetched. */
export function verkada({ document }: Envelope): Understood {
  const body = objectOf(document);
  const type = textOf(body.webhook_type);
  if (!type) throw new NotUnderstood('There is no “webhook_type” in it.');
  if (type !== 'lpr') return ignored(`“${type}” tells of no plate.`);
  const data = objectOf(body.data);
  const camera_ref = textOf(data.camera_id);
  if (!camera_ref) throw new NotUnderstood('There is no “camera_id” in it.');
  const plate = plateOf(data.license_plate_number);
  if (!plate) return ignored('There is no plate in it.', [{ camera_ref, regular: false }]);
  return read([
    {
      camera_ref,
      // `webhook_id` may name the hook and not the event.
      external_id: `${camera_ref}|${textOf(data.detected ?? data.created)}|${plate}`,
      captured_at: firstTime(data.detected, data.created, body.created_at),
      plate,
      ...regionOf(data.license_plate_state),
      confidence: confidenceOf(data.confidence),
      direction: null,
    },
  ]);
}
