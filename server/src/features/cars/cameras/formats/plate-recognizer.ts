import type { CameraRead, Envelope, ParsedMessage } from './camera-read.ts';
import { read, UnparsableMessage, unread } from './camera-read.ts';
import type { Loose } from './loose.ts';
import {
  pictureIn,
  toBox,
  toConfidence,
  toFirstObject,
  toList,
  toObject,
  toPlate,
  toRegion,
  toText,
} from './loose.ts';
import { firstTime } from './times.ts';

const boxAt = (value: unknown) => {
  const { xmin, ymin, xmax, ymax } = toObject(value);
  return toBox(xmin, ymin, xmax, ymax);
};

type Reading = Pick<CameraRead, 'confidence' | 'candidates' | 'plate_box'> & {
  plate: string | null;
  region: unknown;
};

const toCandidates = (list: unknown, name: 'plate' | 'value') =>
  toList(list).flatMap((value) => {
    const candidate = toObject(value);
    const plate = toPlate(candidate[name]);
    return plate ? [{ plate, confidence: toConfidence(candidate.score) }] : [];
  });

/** `plate` is a text when only plates are read. */
function plateMode(result: Loose): Reading {
  return {
    plate: toPlate(result.plate),
    confidence: toConfidence(result.score),
    candidates: toCandidates(result.candidates, 'plate'),
    region: toObject(result.region).code,
    plate_box: boxAt(result.box),
  };
}

/**
 * `plate` is an object when vehicles are detected too: the score of the letters is beside them, and `plate.score` only
 * rates whether there is a plate. Forwarders write the plate as its type.
 */
function vehicleMode(plate: Loose): Reading {
  const props = toObject(plate.props);
  const best = toFirstObject(props.plate);
  const isPlateInType = plate.props == null && toText(plate.type)?.toLowerCase() !== 'plate';
  return {
    plate: toPlate(isPlateInType ? plate.type : best.value),
    confidence: toConfidence(isPlateInType ? plate.score : best.score),
    candidates: toCandidates(props.plate, 'value'),
    region: toFirstObject(props.region).value,
    plate_box: boxAt(plate.box),
  };
}

function toVehicle(result: Loose) {
  const vehicle = toObject(result.vehicle);
  const props = toObject(vehicle.props);
  const model = toFirstObject(props.make_model ?? result.model_make);
  const color = toFirstObject(props.color ?? result.color);
  return {
    make: toText(model.make),
    model: toText(model.model),
    color: toText(color.value ?? color.color),
    vehicle_type: toText(vehicle.type),
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

function parseResult(value: unknown, shot: Shot): CameraRead[] {
  const result = toObject(value);
  const { plate, region, ...reading } =
    typeof result.plate === 'string' ? plateMode(result) : vehicleMode(toObject(result.plate));
  if (!plate) return [];
  const { time, ...common } = shot;
  const { x, y, width, height } = reading.plate_box ?? {};
  return [
    {
      ...common,
      ...reading,
      ...toRegion(region),
      ...toVehicle(result),
      plate,
      // There is no event id; degrees don't distinguish in from out.
      external_id: [shot.camera_ref, time, plate, x, y, width, height].join('|'),
      direction: null,
    },
  ];
}

function parseResults(results: readonly unknown[], shot: Shot): ParsedMessage {
  const reads = results.flatMap((result) => parseResult(result, shot));
  if (reads.length > 0) return read(reads);
  const { time: _time, ...seen } = shot;
  return unread(seen, results.length > 0);
}

/** The webhook of Stream and Snapshot. */
function webhook(body: Loose, { pictures }: Envelope): ParsedMessage {
  const hook = toObject(body.hook);
  const data = toObject(body.data);
  if (!Array.isArray(data.results)) {
    throw new UnparsableMessage(
      `There are no results in it (event “${toText(hook.event) ?? 'none'}”).`,
    );
  }
  const camera = data.camera_id ?? (hook.event === 'recognition' ? hook.id : null);
  return parseResults(data.results, {
    camera_ref: toText(camera) ?? 'Snapshot',
    captured_at: firstTime(data.timestamp, data.timestamp_local, data.timestamp_camera),
    time: toText(data.timestamp ?? data.timestamp_local ?? data.timestamp_camera) ?? '',
    image: pictures.get('upload') ?? null,
    plate_image: pictures.get('plate_img') ?? pictures.get('plate') ?? null,
  });
}

/** A vehicle as logged to ParkPow. */
function vehicleLog(body: Loose, { pictures }: Envelope): ParsedMessage {
  return parseResults(toList(body.results), {
    camera_ref: toText(body.camera) ?? 'ParkPow',
    captured_at: firstTime(body.time),
    time: toText(body.time) ?? '',
    image: pictureIn(body.image) ?? pictures.get('image') ?? null,
    plate_image: null,
  });
}

/** Plate Recognizer’s Stream and Snapshot, and messages sent to ParkPow. */
export function plateRecognizer(envelope: Envelope): ParsedMessage {
  const body = toObject(envelope.document);
  if (body.data !== undefined) return webhook(body, envelope);
  if (Array.isArray(body.results)) return vehicleLog(body, envelope);
  throw new UnparsableMessage('There is neither “data” nor “results” in it.');
}
