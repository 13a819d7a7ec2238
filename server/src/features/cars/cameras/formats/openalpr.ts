import type { Box } from '../../../../records/cars/plate-reads.ts';
import type { Beat, CameraRead, Envelope, ParsedMessage } from './camera-read.ts';
import { beating, ignored, read, UnparsableMessage, unread } from './camera-read.ts';
import type { Loose } from './loose.ts';
import {
  isYes,
  pictureIn,
  toBox,
  toConfidence,
  toFirstObject,
  toList,
  toNumber,
  toObject,
  toPlate,
  toRegion,
  toText,
} from './loose.ts';
import { firstTime } from './times.ts';

/** Agents number their cameras from 1, so the agent is part of the name. */
const cameraRef = (body: Loose, camera: unknown) =>
  [toText(body.agent_uid ?? body.site_id), toText(camera) ?? 'camera'].filter(Boolean).join(':');

/** The upright box around the plate’s four corners. */
function boxAround(corners: unknown): Box | null {
  const points = toList(corners).map(toObject);
  const xs = points.flatMap((point) => toNumber(point.x) ?? []);
  const ys = points.flatMap((point) => toNumber(point.y) ?? []);
  if (xs.length === 0 || ys.length === 0) return null;
  return toBox(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

function boxAt(value: unknown): Box | null {
  const { x, y, width, height } = toObject(value);
  const [left, top] = [toNumber(x) ?? 0, toNumber(y) ?? 0];
  return toBox(x, y, left + (toNumber(width) ?? 0), top + (toNumber(height) ?? 0));
}

function toVehicle(group: Loose) {
  const vehicle = toObject(group.vehicle);
  const getName = (field: string) => toText(toFirstObject(vehicle[field]).name);
  const make = getName('make');
  const model = getName('make_model');
  return {
    make,
    model: make && model?.startsWith(`${make}_`) ? model.slice(make.length + 1) : model,
    color: getName('color'),
    vehicle_type: getName('body_type'),
  };
}

const toCandidates = (list: unknown) =>
  toList(list).flatMap((value) => {
    const { plate, confidence } = toObject(value);
    const text = toPlate(plate);
    return text ? [{ plate: text, confidence: toConfidence(confidence) }] : [];
  });

/** One vehicle’s pass. A preview is followed by the final group, whose uuids include the preview’s. */
function parseGroup(group: Loose): ParsedMessage {
  const best = toObject(group.best_plate);
  const camera_ref = cameraRef(group, group.camera_id);
  const beat: Beat = { camera_ref, regular: false };
  if (isYes(group.is_parked)) return ignored('A parked car was seen again.', [beat]);
  const plate = toPlate(group.best_plate_number ?? best.plate);
  const seen = {
    camera_ref,
    captured_at: firstTime(group.epoch_start, group.best_uuid_epoch_ms),
    image: pictureIn(group.overview_jpeg) ?? pictureIn(group.vehicle_crop_jpeg),
    plate_image: pictureIn(best.plate_crop_jpeg),
  };
  if (!plate) return unread(seen);
  const uuids = toList(group.uuids).flatMap((uuid) => toText(uuid, 120) ?? []);
  const preview = isYes(group.is_preview);
  const cameraRead: CameraRead = {
    ...seen,
    camera_name: toText(toObject(group.web_server_config).camera_label),
    // The final group can name the preview’s best image again, and is another read.
    external_id: [
      toText(group.best_uuid, 120) ?? uuids[0] ?? plate,
      preview ? 'preview' : 'final',
      toText(group.epoch_end) ?? toText(group.epoch_start),
    ].join('|'),
    event_keys: uuids.slice(0, 200),
    preview,
    plate,
    ...toRegion(group.best_region ?? best.region),
    confidence: toConfidence(group.best_confidence ?? best.confidence),
    candidates: toCandidates(group.candidates ?? best.candidates),
    direction: null,
    ...toVehicle(group),
    plate_box: boxAround(best.coordinates),
    vehicle_box: boxAt(best.vehicle_region),
  };
  return read([cameraRead]);
}

/** Each minute the agent shows which of its cameras stream. */
function heartbeat(body: Loose): ParsedMessage {
  const streams = toList(body.video_streams).map(toObject);
  const live = streams.filter(
    ({ is_streaming }) => is_streaming === undefined || isYes(is_streaming),
  );
  return beating(
    live.map((stream) => ({
      camera_ref: cameraRef(body, stream.camera_id),
      camera_name: toText(stream.camera_name),
      regular: true,
    })),
  );
}

/** Rekor Scout and OpenALPR. */
export function openalpr({ document }: Envelope): ParsedMessage {
  const body = toObject(document);
  if (body.openalpr_webhook === 'test') return ignored('A test of the connection.');
  if (body.data_type === 'heartbeat') return heartbeat(body);
  if (body.data_type === 'alpr_results') {
    return ignored('Single frames aren’t kept: a group reports each vehicle once.');
  }
  if (body.data_type === 'alpr_group') return parseGroup(body);
  const group = toObject(body.group);
  if (body.data_type === 'alpr_alert' || group.data_type === 'alpr_group') return parseGroup(group);
  throw new UnparsableMessage(`The data type “${toText(body.data_type) ?? 'none'}” is not known.`);
}
