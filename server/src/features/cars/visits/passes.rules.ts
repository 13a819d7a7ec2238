import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';

/** A reading of a plate, its time corrected by the camera's clock offset. */
export interface Reading {
  pk: number;
  at: Instant;
  source: string;
  external_id: string;
  camera_pk: number | null;
  plate: string;
  plate_key: string;
  state: string | null;
  country: string | null;
  /** How sure the read is: the camera's confidence, weighed by what was known of the camera when it was paired. */
  sureness: number | null;
  direction: 'Entrance' | 'Exit' | null;
  image: string | null;
  plate_image: string | null;
  /** The stay that a person said it belongs to: all reads of it are one visit. */
  stay: string | null;
}

/** A car that passed once, as read by all cameras that saw it then. */
export interface Pass {
  direction: Reading['direction'];
  from: Instant;
  to: Instant;
  readings: Reading[];
  /** The stay that a person said it belongs to. */
  stay: string | null;
}

/** Frames and cameras that see a car in the same pass differ by no more than this. */
const momentMs = minuteMs;

/** A car that is read this long without a break may be a camera that repeats its last plate. */
const lingersMs = 10 * minuteMs;
/** After this long, it's certain. */
const stuckMs = 30 * minuteMs;

export const isLingering = ({ from, to }: Pass) => to - from > lingersMs;
export const isStuck = ({ from, to }: Pass) => to - from > stuckMs;

/** In how many characters two readings of a fold differ; another state counts as one. 0 = the same plate. */
export function countDifferingCharacters(
  a: Pick<Reading, 'plate_key' | 'state'>,
  b: Pick<Reading, 'plate_key' | 'state'>,
): number {
  const signs = a.plate_key.split('').filter((sign, index) => sign !== b.plate_key[index]).length;
  return signs + (a.state !== null && b.state !== null && a.state !== b.state ? 1 : 0);
}

/** The smallest number of different characters between any reading of one and any of the other. */
export function countDifferences(first: readonly Reading[], second: readonly Reading[]): number {
  let fewest = Number.POSITIVE_INFINITY;
  for (const a of first) {
    for (const b of second) {
      fewest = Math.min(fewest, countDifferingCharacters(a, b));
      // Usually found at once: a car that a camera sees all day long has thousands of readings.
      if (fewest === 0) return 0;
    }
  }
  return fewest;
}

/** Sorts readings by their own values only. */
const sortReadings = (readings: readonly Reading[]) =>
  [...readings].sort(
    (a, b) =>
      a.at - b.at ||
      (a.source < b.source ? -1 : a.source > b.source ? 1 : 0) ||
      (a.external_id < b.external_id ? -1 : 1),
  );

/** A car leaves within this time: then its plate was read coming and going. */
const aroundMs = dayMs;

/** Whether exactly this plate was read in the other direction too, around the same time. */
const isReadBothWays = (reading: Reading, readings: readonly Reading[]) =>
  reading.direction !== null &&
  readings.some(
    ({ plate_key, direction, at }) =>
      plate_key === reading.plate_key &&
      direction !== null &&
      direction !== reading.direction &&
      Math.abs(at - reading.at) < aroundMs,
  );

/** Whether a reading is of another car than a pass: both plates were read coming and going. */
function isOtherCar(pass: Pass, reading: Reading, readings: readonly Reading[]): boolean {
  if (pass.readings.some(({ plate_key }) => plate_key === reading.plate_key)) return false;
  return (
    isReadBothWays(reading, readings) &&
    pass.readings.some((other) => isReadBothWays(other, readings))
  );
}

function belongsToPass(pass: Pass, reading: Reading, readings: readonly Reading[]): boolean {
  const opposite =
    pass.direction !== null && reading.direction !== null && pass.direction !== reading.direction;
  if (opposite || reading.at - pass.to > momentMs) return false;
  if (pass.stay === reading.stay) return !isOtherCar(pass, reading, readings);
  // A frame that came after a person decided.
  const isUnknown = pass.stay === null || reading.stay === null;
  return isUnknown && countDifferences(pass.readings, [reading]) === 0;
}

/** Joins the repeated readings of one fold into passes, in the order that the passes began. */
export function groupIntoPasses(readings: readonly Reading[]): Pass[] {
  const passes: Pass[] = [];
  for (const reading of sortReadings(readings)) {
    const nearPasses = passes.filter((pass) => belongsToPass(pass, reading, readings));
    const getDistance = (pass: Pass) => countDifferences(pass.readings, [reading]);
    const [best] = nearPasses.sort((a, b) => getDistance(a) - getDistance(b) || b.to - a.to);
    if (best) {
      best.readings.push(reading);
      best.to = reading.at;
      best.direction ??= reading.direction;
      best.stay ??= reading.stay;
    } else {
      const { at, direction, stay } = reading;
      passes.push({ direction, from: at, to: at, readings: [reading], stay });
    }
  }
  return passes;
}

const findSurest = (readings: readonly Reading[]) =>
  readings.reduce<Reading | undefined>(
    (best, reading) =>
      best === undefined || (reading.sureness ?? -1) > (best.sureness ?? -1) ? reading : best,
    undefined,
  );

/** The surest of sorted readings; the first among equals. */
export const pickSurest = (readings: readonly [Reading, ...Reading[]]) =>
  findSurest(readings) ?? readings[0];

/** The image of the surest reading that has one. */
export const pickImage = (readings: readonly Reading[], field: 'image' | 'plate_image') =>
  findSurest(readings.filter((reading) => reading[field] !== null))?.[field] ?? null;
