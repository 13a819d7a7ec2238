import type { Box } from '../../../records/plate-reads.ts';
import type { Beat, CameraRead, Envelope, Understood } from './camera-read.ts';
import { beating, ignored, NotUnderstood, read } from './camera-read.ts';
import type { Loose } from './loose.ts';
import {
  boxOf,
  confidenceOf,
  firstOf,
  isYes,
  listOf,
  numberOf,
  objectOf,
  pictureIn,
  plateOf,
  regionOf,
  textOf,
} from './loose.ts';
import { firstTime } from './times.ts';

/** Agents number their cameras from 1, so the agent is a part of the name. */
const cameraRef = (body: Loose, camera: unknown) =>
  [textOf(body.agent_uid ?? body.site_id), textOf(camera) ?? 'camera'].filter(Boolean).join(':');

/** The upright box around the plate’s four corners. */
function boxAround(corners: unknown): Box | null {
  const points = listOf(corners).map(objectOf);
  const xs = points.flatMap((point) => numberOf(point.x) ?? []);
  const ys = points.flatMap((point) => numberOf(point.y) ?? []);
  if (xs.length === 0 || ys.length === 0) return null;
  return boxOf(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

function boxAt(value: unknown): Box | null {
  const { x, y, width, height } = objectOf(value);
  const [left, top] = [numberOf(x) ?? 0, numberOf(y) ?? 0];
  return boxOf(x, y, left + (numberOf(width) ?? 0), top + (numberOf(height) ?? 0));
}

function vehicleOf(group: Loose) {
  const vehicle = objectOf(group.vehicle);
  const nameOf = (what: string) => textOf(firstOf(vehicle[what]).name);
  const make = nameOf('make');
  const model = nameOf('make_model');
  return {
    make,
    model: make && model?.startsWith(`${make}_`) ? model.slice(make.length + 1) : model,
    color: nameOf('color'),
    vehicle_type: nameOf('body_type'),
  };
}

const candidatesOf = (list: unknown) =>
  listOf(list).flatMap((one) => {
    const { plate, confidence } = objectOf(one);
    const text = plateOf(plate);
    return text ? [{ plate: text, confidence: confidenceOf(confidence) }] : [];
  });

/** One vehicle’s pass. A preview is followed by the whole, whose uuids hold the preview’s. */
function groupOf(group: Loose): Understood {
  const best = objectOf(group.best_plate);
  const camera_ref = cameraRef(group, group.camera_id);
  const beat: Beat = { camera_ref, regular: false };
  if (isYes(group.is_parked)) return ignored('A parked car was seen again.', [beat]);
  const plate = plateOf(group.best_plate_number ?? best.plate);
  if (!plate) return ignored('There is no plate in it.', [beat]);
  const uuids = listOf(group.uuids).flatMap((uuid) => textOf(uuid, 120) ?? []);
  const preview = isYes(group.is_preview);
  const one: CameraRead = {
    camera_ref,
    camera_name: textOf(objectOf(group.web_server_config).camera_label),
    // The whole can name the preview’s best picture again, and is another reading.
    external_id: [
      textOf(group.best_uuid, 120) ?? uuids[0] ?? plate,
      preview ? 'preview' : 'final',
      textOf(group.epoch_end) ?? textOf(group.epoch_start),
    ].join('|'),
    event_keys: uuids.slice(0, 200),
    preview,
    captured_at: firstTime(group.epoch_start, group.best_uuid_epoch_ms),
    plate,
    ...regionOf(group.best_region ?? best.region),
    confidence: confidenceOf(group.best_confidence ?? best.confidence),
    candidates: candidatesOf(group.candidates ?? best.candidates),
    direction: null,
    ...vehicleOf(group),
    plate_box: boxAround(best.coordinates),
    vehicle_box: boxAt(best.vehicle_region),
    image: pictureIn(group.overview_jpeg) ?? pictureIn(group.vehicle_crop_jpeg),
    plate_image: pictureIn(best.plate_crop_jpeg),
  };
  return read([one]);
}

/** Each minute the agent tells which of its cameras stream. */
function heartbeat(body: Loose): Understood {
  const streams = listOf(body.video_streams).map(objectOf);
  const live = streams.filter(
    ({ is_streaming }) => is_streaming === undefined || isYes(is_streaming),
  );
  return beating(
    live.map((stream) => ({
      camera_ref: cameraRef(body, stream.camera_id),
      camera_name: textOf(stream.camera_name),
      regular: true,
    })),
  );
}

/** Rekor Scout and OpenALPR. */
export function openalpr({ document }: Envelope): Understood {
  const body = objectOf(document);
  if (body.openalpr_webhook === 'test') return ignored('A test of the connection.');
  if (body.data_type === 'heartbeat') return heartbeat(body);
  if (body.data_type === 'alpr_results') {
    return ignored('Single frames are not kept: a group tells each vehicle once.');
  }
  if (body.data_type === 'alpr_group') return groupOf(body);
  const group = objectOf(body.group);
  if (body.data_type === 'alpr_alert' || group.data_type === 'alpr_group') return groupOf(group);
  throw new NotUnderstood(`The data type “${textOf(body.data_type) ?? 'none'}” is not known.`);
}
