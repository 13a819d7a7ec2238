import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { CameraRead, Envelope, Understood } from './camera-read.ts';
import { ignored, NotUnderstood, read } from './camera-read.ts';
import type { Loose } from './loose.ts';
import {
  confidenceOf,
  countryOf,
  listOf,
  objectOf,
  pictureIn,
  plateOf,
  stateIn,
  textOf,
} from './loose.ts';
import { firstTime, inZone } from './times.ts';

/** APDS times are UTC, whether or not they say so. */
function utcTime(...values: unknown[]): Instant | null {
  const at = firstTime(...values);
  return at === null ? null : inZone(at, 'UTC');
}

/** The id of a reference: bare, as an object, or inside one more. */
function idOf(value: unknown): string | null {
  const reference = objectOf(value);
  return textOf(value) ?? textOf(reference.id) ?? textOf(objectOf(reference.reference).id);
}

/** A site's lanes are told apart by their cameras, where the observer has no id. */
function placeOf(observation: Loose): string {
  const { observerLocation, observedLocation } = objectOf(observation.location);
  const [image] = listOf(observation.images).map(objectOf);
  const [element] = [observation.elementIds].flat();
  return (
    idOf(observerLocation) ??
    textOf(image?.cameraID) ??
    idOf(element) ??
    idOf(observedLocation) ??
    idOf(observation.observerOrganisation) ??
    'APDS'
  );
}

function vehicleOf(value: unknown) {
  const vehicle = objectOf(value);
  const country = countryOf(vehicle.country);
  return {
    country,
    state: stateIn(country, vehicle.stateProvince),
    make: textOf(vehicle.make),
    model: textOf(vehicle.model),
    color: textOf(vehicle.color),
  };
}

function readOfObservation(observation: Loose): CameraRead[] {
  const type = textOf(observation.type);
  const plate = plateOf(idOf(observation.observedCredentialId));
  if (!plate || (type && type !== 'licensePlate')) return [];
  const id = textOf(observation.id, 120);
  if (!id) throw new NotUnderstood('An observation has no id.');
  // Of a picture that only has an address nothing is fetched.
  const picture = listOf(observation.images).map((one) => pictureIn(objectOf(one).image));
  return [
    {
      camera_ref: placeOf(observation),
      external_id: `${id}|${textOf(observation.version) ?? '1'}`,
      event_keys: [id],
      captured_at: utcTime(observation.observationStartTime, observation.creationDateTime),
      plate,
      ...vehicleOf(
        observation.vehicleAncillaryIdentification ?? observation.vehicleAncilliaryIdentification,
      ),
      confidence: confidenceOf(objectOf(observation.confidence).overallConfidence),
      direction: null,
      image: picture.find((bytes) => bytes !== null) ?? null,
    },
  ];
}

function plateOfSession(session: Loose): string | null {
  const credentials = listOf(session.identifiedCredentials).map(objectOf);
  const plate = credentials.find(({ type }) => type === 'licensePlate') ?? credentials[0];
  return plateOf(idOf(plate?.identifier) ?? idOf(plate));
}

/** A session’s start is an entrance and its end an exit; a later version of it takes their place. */
function readsOfSession(session: Loose): CameraRead[] {
  const plate = plateOfSession(session);
  const id = textOf(session.id, 120);
  if (!plate || !id) return [];
  const version = textOf(session.version) ?? '1';
  // The field is misspelt in the published files.
  const place = idOf(session.hierachyElement ?? session.hierarchyElement) ?? 'sessions';
  const end = (direction: 'Entrance' | 'Exit', at: unknown): CameraRead => ({
    camera_ref: place,
    external_id: `${id}|${version}|${direction}`,
    event_keys: [`${id}|${direction}`],
    captured_at: utcTime(at),
    plate,
    ...vehicleOf(session.identifiedVehicle),
    confidence: null,
    direction,
  });
  const over = session.actualEnd === undefined || session.actualEnd === null;
  return [end('Entrance', session.actualStart), ...(over ? [] : [end('Exit', session.actualEnd)])];
}

function readsOf(thing: Loose): CameraRead[] {
  if (thing.observationElements !== undefined) {
    return listOf(thing.observationElements).map(objectOf).flatMap(readOfObservation);
  }
  if (thing.observationStartTime !== undefined) return readOfObservation(thing);
  if (thing.actualStart !== undefined) return readsOfSession(thing);
  throw new NotUnderstood('It is neither an observation nor a session.');
}

/** APDS observations and sessions: alone, in a set, in a list, or as a subscription delivers them. */
export function apds({ document }: Envelope): Understood {
  const body = objectOf(document);
  const topic = textOf(body.topic);
  if (topic && !/observation|session/i.test(topic)) return ignored(`“${topic}” tells of no plate.`);
  if (topic && /deleted/i.test(topic)) return ignored('What was recorded is not taken back.');
  const things = Array.isArray(document) ? document : topic ? listOf(body.data) : [document];
  const reads = things.map(objectOf).flatMap(readsOf);
  return reads.length > 0 ? read(reads) : ignored('There is no plate in it.');
}
