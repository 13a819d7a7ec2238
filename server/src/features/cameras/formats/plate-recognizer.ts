import type { CameraRead, Envelope, Understood } from './camera-read.ts';
import { ignored, NotUnderstood, read } from './camera-read.ts';
import type { Loose } from './loose.ts';
import {
  boxOf,
  confidenceOf,
  firstOf,
  listOf,
  objectOf,
  pictureIn,
  plateOf,
  regionOf,
  textOf,
} from './loose.ts';
import { firstTime } from './times.ts';

const boxAt = (value: unknown) => {
  const { xmin, ymin, xmax, ymax } = objectOf(value);
  return boxOf(xmin, ymin, xmax, ymax);
};

type Reading = Pick<CameraRead, 'confidence' | 'candidates' | 'plate_box'> & {
  plate: string | null;
  region: unknown;
};

const candidatesOf = (list: unknown, name: 'plate' | 'value') =>
  listOf(list).flatMap((one) => {
    const candidate = objectOf(one);
    const plate = plateOf(candidate[name]);
    return plate ? [{ plate, confidence: confidenceOf(candidate.score) }] : [];
  });

/** `plate` is a text where plates are read alone. */
function plateMode(result: Loose): Reading {
  return {
    plate: plateOf(result.plate),
    confidence: confidenceOf(result.score),
    candidates: candidatesOf(result.candidates, 'plate'),
    region: objectOf(result.region).code,
    plate_box: boxAt(result.box),
  };
}

/**
 * `plate` is an object where vehicles are found too: the score of the letters stands beside them, and
 * `plate.score` says only how sure it is that there is a plate. Forwarders write the plate as its type.
 */
function vehicleMode(plate: Loose): Reading {
  const props = objectOf(plate.props);
  const best = firstOf(props.plate);
  const typed = plate.props == null && textOf(plate.type)?.toLowerCase() !== 'plate';
  return {
    plate: plateOf(typed ? plate.type : best.value),
    confidence: confidenceOf(typed ? plate.score : best.score),
    candidates: candidatesOf(props.plate, 'value'),
    region: firstOf(props.region).value,
    plate_box: boxAt(plate.box),
  };
}

function vehicleOf(result: Loose) {
  const vehicle = objectOf(result.vehicle);
  const props = objectOf(vehicle.props);
  const model = firstOf(props.make_model ?? result.model_make);
  const color = firstOf(props.color ?? result.color);
  return {
    make: textOf(model.make),
    model: textOf(model.model),
    color: textOf(color.value ?? color.color),
    vehicle_type: textOf(vehicle.type),
    vehicle_box: boxAt(vehicle.box),
  };
}

interface Shot {
  camera_ref: string;
  captured_at: CameraRead['captured_at'];
  /** The time as it was written. */
  time: string;
  image: Uint8Array | null;
  plate_image: Uint8Array | null;
}

function readOf(value: unknown, shot: Shot): CameraRead[] {
  const result = objectOf(value);
  const { plate, region, ...reading } =
    typeof result.plate === 'string' ? plateMode(result) : vehicleMode(objectOf(result.plate));
  if (!plate) return [];
  const { time, ...common } = shot;
  const { x, y, width, height } = reading.plate_box ?? {};
  return [
    {
      ...common,
      ...reading,
      ...regionOf(region),
      ...vehicleOf(result),
      plate,
      // There is no name of the event; degrees do not tell in from out.
      external_id: [shot.camera_ref, time, plate, x, y, width, height].join('|'),
      direction: null,
    },
  ];
}

function readsOf(results: readonly unknown[], shot: Shot): Understood {
  const reads = results.flatMap((result) => readOf(result, shot));
  const beat = { camera_ref: shot.camera_ref, regular: false };
  return reads.length > 0 ? read(reads) : ignored('There is no plate in it.', [beat]);
}

/** The webhook of Stream and Snapshot. */
function webhook(body: Loose, { pictures }: Envelope): Understood {
  const hook = objectOf(body.hook);
  const data = objectOf(body.data);
  if (!Array.isArray(data.results)) {
    throw new NotUnderstood(
      `There are no results in it (event “${textOf(hook.event) ?? 'none'}”).`,
    );
  }
  const camera = data.camera_id ?? (hook.event === 'recognition' ? hook.id : null);
  return readsOf(data.results, {
    camera_ref: textOf(camera) ?? 'Snapshot',
    captured_at: firstTime(data.timestamp, data.timestamp_local, data.timestamp_camera),
    time: textOf(data.timestamp ?? data.timestamp_local ?? data.timestamp_camera) ?? '',
    image: pictures.get('upload') ?? null,
    plate_image: pictures.get('plate_img') ?? pictures.get('plate') ?? null,
  });
}

/** One vehicle as it is logged to ParkPow. */
function vehicleLog(body: Loose, { pictures }: Envelope): Understood {
  return readsOf(listOf(body.results), {
    camera_ref: textOf(body.camera) ?? 'ParkPow',
    captured_at: firstTime(body.time),
    time: textOf(body.time) ?? '',
    image: pictureIn(body.image) ?? pictures.get('image') ?? null,
    plate_image: null,
  });
}

/** Plate Recognizer’s Stream and Snapshot, and what is sent to ParkPow. */
export function plateRecognizer(envelope: Envelope): Understood {
  const body = objectOf(envelope.document);
  if (body.data !== undefined) return webhook(body, envelope);
  if (Array.isArray(body.results)) return vehicleLog(body, envelope);
  throw new NotUnderstood('There is neither “data” nor “results” in it.');
}
