import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { CameraRead, Envelope, ParsedMessage } from './camera-read.ts';
import { ignored, read, UnparsableMessage } from './camera-read.ts';
import type { Loose } from './loose.ts';
import {
  pictureIn,
  stateIn,
  toConfidence,
  toCountry,
  toList,
  toObject,
  toPlate,
  toText,
} from './loose.ts';
import { firstTime, inZone } from './times.ts';

/** APDS times are UTC, whether or not they contain an offset. */
function utcTime(...values: unknown[]): Instant | null {
  const at = firstTime(...values);
  return at === null ? null : inZone(at, 'UTC');
}

/** The id of a reference: plain, as an object, or nested once more. */
function toId(value: unknown): string | null {
  const reference = toObject(value);
  return toText(value) ?? toText(reference.id) ?? toText(toObject(reference.reference).id);
}

/** A site's lanes are distinguished by their cameras when the observer has no id. */
function toCameraRef(observation: Loose): string {
  const { observerLocation, observedLocation } = toObject(observation.location);
  const [image] = toList(observation.images).map(toObject);
  const [element] = [observation.elementIds].flat();
  return (
    toId(observerLocation) ??
    toText(image?.cameraID) ??
    toId(element) ??
    toId(observedLocation) ??
    toId(observation.observerOrganisation) ??
    'APDS'
  );
}

function toVehicle(value: unknown) {
  const vehicle = toObject(value);
  const country = toCountry(vehicle.country);
  return {
    country,
    state: stateIn(country, vehicle.stateProvince),
    make: toText(vehicle.make),
    model: toText(vehicle.model),
    color: toText(vehicle.color),
  };
}

function readOfObservation(observation: Loose): CameraRead[] {
  const type = toText(observation.type);
  const plate = toPlate(toId(observation.observedCredentialId));
  if (!plate || (type && type !== 'licensePlate')) return [];
  const id = toText(observation.id, 120);
  if (!id) throw new UnparsableMessage('An observation has no ID.');
  // If an image is only a URL, nothing is fetched.
  const picture = toList(observation.images).map((image) => pictureIn(toObject(image).image));
  return [
    {
      camera_ref: toCameraRef(observation),
      external_id: `${id}|${toText(observation.version) ?? '1'}`,
      event_keys: [id],
      captured_at: utcTime(observation.observationStartTime, observation.creationDateTime),
      plate,
      ...toVehicle(
        observation.vehicleAncillaryIdentification ?? observation.vehicleAncilliaryIdentification,
      ),
      confidence: toConfidence(toObject(observation.confidence).overallConfidence),
      direction: null,
      image: picture.find((bytes) => bytes !== null) ?? null,
    },
  ];
}

function plateOfSession(session: Loose): string | null {
  const credentials = toList(session.identifiedCredentials).map(toObject);
  const plate = credentials.find(({ type }) => type === 'licensePlate') ?? credentials[0];
  return toPlate(toId(plate?.identifier) ?? toId(plate));
}

/** A session’s start is an entrance and its end an exit; later versions replace them. */
function readsOfSession(session: Loose): CameraRead[] {
  const plate = plateOfSession(session);
  const id = toText(session.id, 120);
  if (!plate || !id) return [];
  const version = toText(session.version) ?? '1';
  // The field is misspelled in the published files.
  const cameraRef = toId(session.hierachyElement ?? session.hierarchyElement) ?? 'sessions';
  const end = (direction: 'Entrance' | 'Exit', at: unknown): CameraRead => ({
    camera_ref: cameraRef,
    external_id: `${id}|${version}|${direction}`,
    event_keys: [`${id}|${direction}`],
    captured_at: utcTime(at),
    plate,
    ...toVehicle(session.identifiedVehicle),
    confidence: null,
    direction,
  });
  const isRunning = session.actualEnd === undefined || session.actualEnd === null;
  return [
    end('Entrance', session.actualStart),
    ...(isRunning ? [] : [end('Exit', session.actualEnd)]),
  ];
}

function parseReads(thing: Loose): CameraRead[] {
  if (thing.observationElements !== undefined) {
    return toList(thing.observationElements).map(toObject).flatMap(readOfObservation);
  }
  if (thing.observationStartTime !== undefined) return readOfObservation(thing);
  if (thing.actualStart !== undefined) return readsOfSession(thing);
  throw new UnparsableMessage('It is neither an observation nor a session.');
}

/** APDS observations and sessions: single, in a set, in a list, or as a subscription delivers them. */
export function apds({ document }: Envelope): ParsedMessage {
  const body = toObject(document);
  const topic = toText(body.topic);
  if (topic && !/observation|session/i.test(topic)) return ignored(`“${topic}” contains no plate.`);
  if (topic && /deleted/i.test(topic)) return ignored('Recorded reads aren’t deleted.');
  const things = Array.isArray(document) ? document : topic ? toList(body.data) : [document];
  const reads = things.map(toObject).flatMap(parseReads);
  return reads.length > 0 ? read(reads) : ignored('It contains no plate.');
}
