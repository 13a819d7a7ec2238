import type { DeskFinding, DeskReason, Hold } from '@lotkeeper/contract/cars/plate-desk';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { listNearFolds, plateFold, plateKey } from '@lotkeeper/contract/kernel/plates';
import {
  areTwoCars,
  chargedWithinMs,
  completes,
  countDifferingCharacters,
} from '../visits/public.ts';
import type { LikelyPlate } from './likely-plates.rules.ts';

/** A visit at the property that may be of the same stay. */
export interface OtherFacts {
  pk: number;
  plate: string;
  state: string | null;
  entrance_at: Instant | null;
  exit_at: Instant | null;
  /** Whether it is of a car of the organization. */
  is_known: boolean;
  /** How sure the surest read is; null if no camera says. */
  sureness: number | null;
}

/** What the desk knows of a visit. */
export interface DeskFacts {
  plate: string;
  state: string | null;
  entrance_at: Instant | null;
  exit_at: Instant | null;
  doubtful: boolean;
  /** Why what it owes waits. */
  held: Hold | null;
  is_known: boolean;
  /** Whether the plate was at another property while it was here. */
  is_elsewhere: boolean;
  /** Whether somebody decided it before a read changed it. */
  was_decided: boolean;
  /** Oldest first. */
  readings: readonly {
    plate: string;
    /** As the camera said. */
    confidence: number | null;
    /** What the read counts as. */
    sureness: number | null;
    direction: 'Entrance' | 'Exit' | null;
    /** In seconds since 1970. */
    captured_at: number;
  }[];
  others: readonly OtherFacts[];
  /** The plate of a car of the organization that a camera may have mistaken for this one. */
  likely: LikelyPlate | null;
}

/** A read below this isn't sure. */
const sureEnough = 0.7;
/** A plate without a surer read than this is probably none. */
const leastSureness = 0.4;
/** A car that comes again this soon after it left may not have left. */
const dipMs = 10 * minuteMs;

/** The surest read whose camera says how sure it was; null without one. */
const findSurest = ({ readings }: DeskFacts) =>
  readings.reduce<DeskFacts['readings'][number] | null>(
    (best, reading) =>
      reading.sureness !== null && reading.sureness > (best?.sureness ?? -1) ? reading : best,
    null,
  );

type Plated = Pick<OtherFacts, 'plate' | 'is_known'>;

const countDiffering = (a: { plate: string }, b: { plate: string }) =>
  countDifferingCharacters(
    { plate_key: plateKey(a.plate), state: null },
    { plate_key: plateKey(b.plate), state: null },
  );

const toFold = ({ plate }: { plate: string }) => plateFold(plateKey(plate));

/** Whether two plates may be the same, read with one wrong character, or with two if one is a known car's. */
function isAlike(a: Plated, b: Plated): boolean {
  const [first, second] = [toFold(a), toFold(b)];
  if (first === second || listNearFolds(first).includes(second)) return true;
  return a.is_known !== b.is_known && first.length === second.length && countDiffering(a, b) === 2;
}

const isWithin = (from: Instant | null, to: Instant | null, ms: number) =>
  from !== null && to !== null && to >= from && to - from <= ms;

/** Whether the same plate left and came again at once. */
const isDip = (facts: DeskFacts, other: OtherFacts) =>
  plateKey(facts.plate) === plateKey(other.plate) &&
  (isWithin(other.exit_at, facts.entrance_at, dipMs) ||
    isWithin(facts.exit_at, other.entrance_at, dipMs));

/** Whether the first exit is before the first entrance, by the cameras' clocks. */
function isBackward({ readings }: DeskFacts): boolean {
  const findFirst = (side: 'Entrance' | 'Exit') =>
    readings.find(({ direction }) => direction === side)?.captured_at;
  const [entrance, exit] = [findFirst('Entrance'), findFirst('Exit')];
  return entrance !== undefined && exit !== undefined && exit < entrance;
}

/** Whether nothing that a stay owed can be charged anymore. */
const isTooLate = ({ entrance_at, exit_at }: DeskFacts, now: Instant) =>
  now - (exit_at ?? entrance_at ?? now) > chargedWithinMs;

/** Why a visit waits for a person, at least one reason. */
export function listReasons(facts: DeskFacts, now: Instant): DeskReason[] {
  const plates = new Set(facts.readings.map(({ plate }) => plateKey(plate)));
  const isUnsure = facts.readings.some(({ sureness }) => (sureness ?? 1) < sureEnough);
  const reasons: [DeskReason, boolean][] = [
    ['changed', facts.was_decided],
    ['no_entrance', facts.entrance_at === null],
    ['unsure_read', isUnsure],
    ['look_alike', plates.size > 1],
    ['double_dip', facts.others.some((other) => isDip(facts, other))],
    ['two_places', facts.is_elsewhere],
    ['clocks', isBackward(facts)],
  ];
  const found = reasons.flatMap(([reason, applies]) => (applies ? [reason] : []));
  if (facts.held !== null && !found.includes(facts.held)) found.push(facts.held);
  const isNamed = found.some((reason) => reason !== 'changed');
  if (isNamed) return found;
  const unpaid = isTooLate(facts, now) ? 'too_late' : 'uncharged';
  return [...found, facts.doubtful ? 'doubtful' : unpaid];
}

const percent = (confidence: number) => `${Math.round(confidence * 100)}%`;

/** A finding that is probably right, null where nothing is, and why. */
export interface Suggestion {
  finding: DeskFinding | null;
  why: string;
}

/** One of two plates that is less sure by more than this is the wrong one. */
const clearMargin = 0.1;

/** The plate of two visits that is likely: a known car's, or the one with the clearly surer read; null = neither. */
function chooseLikelier(
  facts: DeskFacts,
  other: OtherFacts,
): { plate: string; state: string | null } | null {
  const surer = (other.sureness ?? 0) - (findSurest(facts)?.sureness ?? 0);
  const isSame = plateKey(facts.plate) === plateKey(other.plate);
  if (!isSame && facts.is_known === other.is_known && Math.abs(surer) <= clearMargin) return null;
  const isOther = facts.is_known === other.is_known ? surer > 0 : other.is_known;
  const { plate, state } = isOther ? other : facts;
  return { plate, state: state ?? facts.state ?? other.state };
}

/** The other half of a stay, if only one visit can be it. */
function suggestJoin(facts: DeskFacts): Suggestion | null {
  const join = (other: OtherFacts, why: string): Suggestion => {
    const car = chooseLikelier(facts, other);
    return car
      ? { finding: { verdict: 'joined', other: other.pk, ...car }, why }
      : { finding: null, why: `${why} Compare the images for the plate.` };
  };
  const halves = facts.others.filter((other) => completes(facts, other) && isAlike(facts, other));
  const [half] = halves;
  if (half && halves.length === 1) {
    const end =
      facts.entrance_at === null ? 'came and wasn’t seen to leave' : 'left and wasn’t seen to come';
    return join(half, `${half.plate} ${end}. It is probably the same car.`);
  }
  const dip = facts.others.find((other) => isDip(facts, other));
  return dip ? join(dip, 'It left and came again at once. It is probably one stay.') : null;
}

/** The plate of a known car that a camera often mistakes for this one. */
function suggestLikely({ likely }: DeskFacts): Suggestion | null {
  if (likely === null) return null;
  const { plate, state, read_sign, true_sign, count } = likely;
  return {
    finding: { verdict: 'corrected', plate, state },
    why: `The camera read ${read_sign} for ${true_sign} ${count} times before, and ${plate} is a car that you know.`,
  };
}

function describeSureness({ confidence, sureness }: DeskFacts['readings'][number]): string {
  if (confidence === null) return 'Somebody corrected the plate.';
  const text = `A camera was ${percent(confidence)} sure of the plate`;
  const weighed = percent(sureness ?? confidence);
  return weighed === percent(confidence)
    ? `${text}.`
    : `${text}. By what it mistook before, that counts as ${weighed}.`;
}

/** Holds that a second look at the plate settles; the others are about the stay, or about money. */
const plateHolds: readonly (Hold | null)[] = [null, 'low_confidence', 'one_read'];

/** Whether a stay was read at both ends, and only its plate may be in doubt. */
function isSureOfStay(facts: DeskFacts): boolean {
  const { entrance_at, exit_at, doubtful, held, others } = facts;
  const isWhole = entrance_at !== null && exit_at !== null && !facts.is_elsewhere;
  const hasTwin = others.some((other) => isAlike(facts, other) && areTwoCars(facts, other));
  return isWhole && plateHolds.includes(held) && (!doubtful || hasTwin);
}

/** What a person would probably find, and why. One read of a plate that nobody knows proves nothing. */
export function suggestFinding(facts: DeskFacts): Suggestion {
  const known = suggestJoin(facts) ?? suggestLikely(facts);
  if (known) return known;
  const best = findSurest(facts);
  const sureness = best?.sureness ?? null;
  const plates = new Set(facts.readings.map(({ plate }) => plateKey(plate)));
  if (sureness !== null && sureness < leastSureness) {
    const why = `No read of the plate is surer than ${percent(sureness)}.`;
    return { finding: { verdict: 'misread' }, why };
  }
  if (plates.size === 1 && isSureOfStay(facts)) {
    const why = `${facts.readings.length} reads agree on the plate.`;
    return { finding: { verdict: 'confirmed' }, why };
  }
  const folds = new Set(facts.readings.map(toFold));
  const why =
    folds.size > 1
      ? 'The reads differ. Compare the images.'
      : best === null
        ? 'The camera doesn’t say how sure it was. Compare the image.'
        : describeSureness(best);
  return { finding: null, why };
}

/** Whether somebody found what was suggested: also the same plate and the same other visit. */
export function isSameFinding(a: DeskFinding, b: DeskFinding): boolean {
  const getPlate = (finding: DeskFinding) => ('plate' in finding ? plateKey(finding.plate) : null);
  const getOther = (finding: DeskFinding) => ('other' in finding ? finding.other : null);
  return a.verdict === b.verdict && getPlate(a) === getPlate(b) && getOther(a) === getOther(b);
}
