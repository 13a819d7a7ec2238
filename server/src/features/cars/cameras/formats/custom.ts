import type { CameraMapping, FieldPath } from '@lotkeeper/contract/cars/camera-mappings';
import type { Beat, CameraRead, Envelope, ParsedMessage } from './camera-read.ts';
import { UnparsableMessage } from './camera-read.ts';
import { pictureIn, toObject, toPlate, toText } from './loose.ts';
import { maxDepth, unfoldPairs } from './message-fields.ts';
import { firstTime } from './times.ts';

const otherFields = ['time', 'camera', 'direction'] as const;
type Found = Partial<Record<(typeof otherFields)[number], unknown>>;

/** Reads an object's own property: every object inherits a `constructor`. */
const childOf = (node: unknown, name: string): unknown => {
  const object = toObject(node);
  return Object.hasOwn(object, name) ? object[name] : undefined;
};

/** The first value at the end of a path; in a list, that of the first item that has one. */
function findFirst(node: unknown, [name, ...rest]: FieldPath): unknown {
  if (Array.isArray(node)) {
    for (const entry of node) {
      const found = findFirst(entry, name === undefined ? [] : [name, ...rest]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return name === undefined ? node : findFirst(childOf(node, name), rest);
}

const countShared = (first: FieldPath, second: FieldPath) => {
  const differs = first.findIndex((name, index) => name !== second[index]);
  return differs < 0 ? first.length : differs;
};

interface Vehicle extends Found {
  plate: unknown;
}

/** Each plate of a document with the fields beside it: where paths branch, they refer to the same list item. */
function findVehicles(document: unknown, mapping: CameraMapping): Vehicle[] {
  const vehicles: Vehicle[] = [];
  const walk = (node: unknown, depth: number, outer: Found) => {
    if (Array.isArray(node)) {
      for (const entry of node) walk(entry, depth, outer);
      return;
    }
    const found = { ...outer };
    for (const field of otherFields) {
      const path = mapping[field];
      if (path && countShared(path, mapping.plate) === depth) {
        found[field] = findFirst(node, path.slice(depth));
      }
    }
    const name = mapping.plate[depth];
    const child = name === undefined ? undefined : childOf(node, name);
    if (name === undefined) vehicles.push({ ...found, plate: node });
    else if (child !== undefined) walk(child, depth + 1, found);
  };
  walk(document, 0, {});
  return vehicles;
}

/** Words for a direction, without those from the camera's point of view. */
const entranceWords =
  /^(in|entry|entrance|enter|entering|arrival|arriving|inbound|incoming|checkin)$/;
const exitWords = /^(out|exit|exiting|departure|departing|outbound|outgoing|checkout)$/;

const toWord = (text: string | null) => text?.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') ?? '';

/** The lane of a value: as an Admin mapped it, or else by the usual words. */
export function toLane(
  value: unknown,
  { entrance, exit }: Pick<CameraMapping, 'entrance' | 'exit'>,
): 'Entrance' | 'Exit' | null {
  const text = toText(value);
  const isSame = (set: string | null) => text !== null && set?.toLowerCase() === text.toLowerCase();
  if (isSame(entrance)) return 'Entrance';
  if (isSame(exit)) return 'Exit';
  if (entrance !== null || exit !== null) return null;
  if (entranceWords.test(toWord(text))) return 'Entrance';
  return exitWords.test(toWord(text)) ? 'Exit' : null;
}

/** Base64 of a JPEG, a PNG, or a WebP. */
const pictureStart = /^(data:image\/|\/9j\/|iVBORw0K|UklGR)/;

/** The images in a document; one with a plate-like name is the plate's. */
function findPictures(document: unknown): Pick<CameraRead, 'image' | 'plate_image'> {
  const found: Pick<CameraRead, 'image' | 'plate_image'> = { image: null, plate_image: null };
  const walk = (node: unknown, name: string, depth: number) => {
    if (typeof node === 'string') {
      if (!pictureStart.test(node)) return;
      const kind = /plate|crop|cut/i.test(name) ? 'plate_image' : 'image';
      found[kind] ??= pictureIn(node);
    } else if (typeof node === 'object' && node !== null && depth < maxDepth) {
      for (const [key, value] of Object.entries(node)) {
        walk(value, Array.isArray(node) || key === '#text' ? name : key, depth + 1);
      }
    }
  };
  walk(document, '', 0);
  return found;
}

/** Reads a sender's own JSON or XML by the fields that an Admin selected in one of its messages. */
export function custom({ document }: Envelope, mapping: CameraMapping | null): ParsedMessage {
  if (!mapping) throw new UnparsableMessage('It isn’t set up yet: show us where its plate is.');
  const vehicles = findVehicles(unfoldPairs(document), mapping);
  if (vehicles.length === 0) {
    throw new UnparsableMessage(`There is no “${mapping.plate.join(' › ')}” in it.`);
  }
  const reads: CameraRead[] = [];
  const beats: Beat[] = [];
  for (const vehicle of vehicles) {
    const camera_ref = toText(vehicle.camera) ?? 'camera';
    const plate = toPlate(vehicle.plate);
    const time = toText(vehicle.time);
    const captured_at = firstTime(time);
    if (!plate) {
      beats.push({ camera_ref, captured_at, regular: false, unread: true });
      continue;
    }
    reads.push({
      camera_ref,
      external_id: [camera_ref, time, plate].join('|'),
      captured_at,
      plate,
      country: null,
      state: null,
      confidence: null,
      direction: toLane(vehicle.direction, mapping),
    });
  }
  const [onlyRead] = reads;
  // With several vehicles, it's unknown whose image it is.
  if (onlyRead && vehicles.length === 1) Object.assign(onlyRead, findPictures(document));
  return { reads, beats, ignored: reads.length === 0 ? 'It contains no plate.' : null };
}
