import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/calendar';
import type { Pass, Reading } from './passes.rules.ts';
import { closest, passesOf, pictureOf, surestOf } from './passes.rules.ts';

/** An exit longer after the entrance than this is another stay's. */
export const longestStayMs = 30 * dayMs;
/** An entrance of the same plate this soon after another, with no exit between, is the same one read again. */
const sameEntranceMs = 30 * 60_000;
/** So is an exit this soon after another: a car that waits at the gate. */
const sameExitMs = 5 * 60_000;
/** How much two cameras' clocks may still disagree: an exit so shortly before an entrance is its own. */
const skewMs = 60_000;

/** What the readings of one plate come to. */
export interface PairedVisit {
  readings: readonly number[];
  plate: string;
  plate_key: string;
  state: string | null;
  country: string | null;
  entrance_at: Instant | null;
  exit_at: Instant | null;
  /** Whether the car came again before it was seen to leave. */
  exit_missed: boolean;
  /** Whether it may be another car, or the direction was guessed. Never charged automatically. */
  doubtful: boolean;
  entrance_image: string | null;
  exit_image: string | null;
  entrance_plate_image: string | null;
  exit_plate_image: string | null;
}

interface Draft {
  entrance: Pass | null;
  exit: Pass | null;
  /** An exit seen just before the entrance: the end, unless a better one comes. */
  early: Pass | null;
  missed: boolean;
  doubtful: boolean;
}

const startOf = (draft: Draft) => (draft.entrance ?? draft.exit)?.from ?? 0;
const readingsOf = ({ entrance, exit, early }: Draft) =>
  [entrance, exit, early].flatMap((pass) => pass?.readings ?? []);

const mixed = (readings: readonly Reading[]) =>
  readings.some((one) => closest([one], readings.slice(0, 1)) > 1);

const isAgain = (before: Pass, pass: Pass, within: number) =>
  before.direction === pass.direction &&
  pass.from - before.to <= within &&
  closest(before.readings, pass.readings) === 0;

function join(before: Pass, again: Pass): void {
  before.readings.push(...again.readings);
  before.to = again.to;
}

/** Walks through the passes of one fold in time and keeps what is still open. */
class Pairing {
  readonly drafts: Draft[] = [];
  #open: Draft[] = [];

  add(pass: Pass): void {
    this.#open = this.#open.filter((draft) => pass.from - startOf(draft) <= longestStayMs);
    const nearest = this.#nearest(pass);
    const isExit = pass.direction === null ? nearest !== undefined : pass.direction === 'Exit';
    if (isExit) this.#leave(pass, nearest);
    else this.#enter(pass);
  }

  /** The open visit whose plate is most alike, of equal ones the latest. */
  #nearest({ readings }: Pass): Draft | undefined {
    const apart = (draft: Draft) => closest(draft.entrance?.readings ?? [], readings);
    return [...this.#open].sort((a, b) => apart(a) - apart(b) || startOf(b) - startOf(a))[0];
  }

  #enter(pass: Pass): void {
    const again = this.#open.find(
      ({ entrance, early }) =>
        entrance !== null && early === null && isAgain(entrance, pass, sameEntranceMs),
    );
    if (again?.entrance) return join(again.entrance, pass);
    const draft = this.#early(pass) ?? this.#draft({ entrance: pass });
    draft.doubtful ||= pass.direction === null || mixed(pass.readings);
    const same = (one: Draft) => closest(one.entrance?.readings ?? [], pass.readings) === 0;
    for (const one of this.#open) {
      if (same(one)) one.missed = one.early === null;
      // Two cars whose plates look alike, or one that was read wrong: nobody can tell.
      else if (one.early === null) one.doubtful = draft.doubtful = true;
    }
    this.#open = [...this.#open.filter((one) => !same(one)), draft];
  }

  /** Turns an exit that nobody had entered for into the entrance's own, when the clocks may disagree so much. */
  #early(pass: Pass): Draft | undefined {
    const draft = this.drafts.findLast(
      (one) =>
        one.entrance === null &&
        one.exit !== null &&
        pass.from - one.exit.to <= skewMs &&
        closest(one.exit.readings, pass.readings) <= 1,
    );
    if (draft) Object.assign(draft, { entrance: pass, early: draft.exit, exit: null });
    return draft;
  }

  #leave(pass: Pass, from: Draft | undefined): void {
    const apart = from ? closest(from.entrance?.readings ?? [], pass.readings) : 0;
    const again = this.drafts.findLast(({ exit }) => exit && isAgain(exit, pass, sameExitMs));
    if (again?.exit && (!from || apart > 0)) return join(again.exit, pass);
    const draft = from ?? this.#draft({ exit: pass });
    draft.exit = pass;
    const unsure = pass.direction === null || apart > 1 || draft.early !== null;
    draft.doubtful ||= unsure || mixed(pass.readings);
    this.#open = this.#open.filter((one) => one !== draft);
  }

  #draft(ends: Pick<Draft, 'entrance'> | Pick<Draft, 'exit'>): Draft {
    const none = { entrance: null, exit: null, early: null };
    const draft: Draft = { ...none, ...ends, missed: false, doubtful: false };
    this.drafts.push(draft);
    return draft;
  }
}

function visitOf(draft: Draft): PairedVisit {
  const readings = readingsOf(draft) as [Reading, ...Reading[]];
  const sure = surestOf(readings);
  const named = readings.filter((one) => one.plate_key === sure.plate_key && one.state !== null);
  const { state, country } = named.includes(sure) ? sure : (named[0] ?? sure);
  const entrance_at = draft.entrance?.from ?? null;
  const exit = draft.exit ?? draft.early;
  return {
    readings: readings.map((one) => one.pk),
    plate: sure.plate,
    plate_key: sure.plate_key,
    state,
    country,
    entrance_at,
    exit_at: exit && (Math.max(exit.to, entrance_at ?? exit.to) as Instant),
    exit_missed: draft.missed,
    doubtful: draft.doubtful,
    entrance_image: pictureOf(draft.entrance?.readings ?? [], 'image'),
    exit_image: pictureOf(exit?.readings ?? [], 'image'),
    entrance_plate_image: pictureOf(draft.entrance?.readings ?? [], 'plate_image'),
    exit_plate_image: pictureOf(exit?.readings ?? [], 'plate_image'),
  };
}

/**
 * Pairs the readings of one fold at one property into visits, in the order of their starts. The answer
 * depends on the set of readings alone, in whatever order they came. docs/visits.md tells the rules.
 */
export function pairReadings(readings: readonly Reading[]): PairedVisit[] {
  const pairing = new Pairing();
  for (const pass of passesOf(readings)) pairing.add(pass);
  return pairing.drafts
    .map(visitOf)
    .sort((a, b) => (a.entrance_at ?? a.exit_at ?? 0) - (b.entrance_at ?? b.exit_at ?? 0));
}
