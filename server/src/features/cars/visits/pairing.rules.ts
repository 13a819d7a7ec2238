import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Pass, Reading } from './passes.rules.ts';
import {
  countDifferences,
  groupIntoPasses,
  isLingering,
  isStuck,
  pickImage,
  pickSurest,
} from './passes.rules.ts';

/** An exit longer than this after the entrance belongs to another stay. */
export const longestStayMs = 30 * dayMs;
/** An entrance of the same plate this soon after another, with no exit in between, is the same one read again. */
const sameEntranceMs = 30 * minuteMs;
/** The same for exits: a car that waits at the gate. */
const sameExitMs = 5 * minuteMs;
/** How much two cameras' clocks may still disagree: an exit this shortly before an entrance belongs to it. */
const skewMs = 5 * minuteMs;

/** A visit made from the readings of one plate. */
export interface PairedVisit {
  readings: readonly number[];
  plate: string;
  plate_key: string;
  /** Whether all of its reads have one plate. */
  reads_agree: boolean;
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
  /** An exit seen just before the entrance: the end, unless a better one follows. */
  early: Pass | null;
  missed: boolean;
  doubtful: boolean;
  /** Whether a plate that looks like it was in at the same time. */
  hasTwin: boolean;
  /** The stay that a person said it is. */
  stay: string | null;
}

const getStart = (draft: Draft) => (draft.entrance ?? draft.exit)?.from ?? 0;
const listReadings = ({ entrance, exit, early }: Draft) =>
  [entrance, exit, early].flatMap((pass) => pass?.readings ?? []);

const isMixed = (readings: readonly Reading[]) =>
  readings.some((reading) => countDifferences([reading], readings.slice(0, 1)) > 1);

const isAgain = (before: Pass, pass: Pass, within: number) =>
  before.direction === pass.direction &&
  pass.from - before.to <= within &&
  countDifferences(before.readings, pass.readings) === 0;

function join(before: Pass, duplicate: Pass): void {
  before.readings.push(...duplicate.readings);
  before.to = duplicate.to;
}

const hasPlateOf = (draft: Draft, pass: Pass) =>
  countDifferences(draft.entrance?.readings ?? [], pass.readings) === 0;

/** Walks through the passes of one fold in order of time and keeps what is still open. */
class Pairing {
  readonly drafts: Draft[] = [];
  #open: Draft[] = [];

  /** Stays whose exit a person knows. */
  readonly #ended: ReadonlySet<string | null>;

  constructor(passes: readonly Pass[]) {
    this.#ended = new Set(
      passes.filter(({ direction }) => direction === 'Exit').map(({ stay }) => stay),
    );
  }

  add(pass: Pass): void {
    this.#open = this.#open.filter((draft) => pass.from - getStart(draft) <= longestStayMs);
    if (pass.stay !== null) return this.#addTo(pass.stay, pass);
    const nearest = this.#nearest(pass);
    const isExit = pass.direction === null ? nearest !== undefined : pass.direction === 'Exit';
    if (isExit) this.#leave(pass, nearest);
    else this.#enter(pass);
  }

  /** Adds a pass to the stay that a person said it belongs to, which leaves no doubt. */
  #addTo(stay: string, pass: Pass): void {
    const draft =
      this.drafts.find((known) => known.stay === stay) ?? this.#draft({ entrance: null, stay });
    const isExit = pass.direction === 'Exit' || (!pass.direction && draft.entrance !== null);
    const end = isExit ? 'exit' : 'entrance';
    const before = draft[end];
    if (before) return join(before, pass);
    draft[end] = this.#withEarlier(pass, end);
    if (isExit) {
      this.#open = this.#open.filter((openDraft) => openDraft !== draft);
      return;
    }
    this.#endStaysOf(pass);
    if (!this.#ended.has(stay)) this.#open.push(draft);
  }

  /** A pass of a stay with one just before it that nobody put into a stay: it was the same one. */
  #withEarlier(pass: Pass, end: 'entrance' | 'exit'): Pass {
    const [other, within] =
      end === 'entrance'
        ? (['exit', sameEntranceMs] as const)
        : (['entrance', sameExitMs] as const);
    const index = this.drafts.findLastIndex(
      (draft) =>
        draft.stay === null &&
        draft.early === null &&
        draft[other] === null &&
        draft[end] !== null &&
        isAgain(draft[end], pass, within),
    );
    const earlier = this.drafts[index]?.[end];
    if (!earlier) return pass;
    const [draft] = this.drafts.splice(index, 1);
    this.#open = this.#open.filter((openDraft) => openDraft !== draft);
    return { ...pass, from: earlier.from, readings: [...earlier.readings, ...pass.readings] };
  }

  /** Whether it's a stay whose exit is still to come, and known. */
  #isInside({ stay, entrance, exit }: Draft): boolean {
    return stay !== null && entrance !== null && exit === null && this.#ended.has(stay);
  }

  /** The open visit with the most similar plate; the latest among equals. */
  #nearest({ readings }: Pass): Draft | undefined {
    const getDistance = (draft: Draft) =>
      countDifferences(draft.entrance?.readings ?? [], readings);
    return [...this.#open].sort(
      (a, b) => getDistance(a) - getDistance(b) || getStart(b) - getStart(a),
    )[0];
  }

  #enter(pass: Pass): void {
    const isSame = ({ entrance, early }: Draft) =>
      entrance !== null && early === null && isAgain(entrance, pass, sameEntranceMs);
    const stay = this.drafts.find((draft) => this.#isInside(draft) && isSame(draft));
    if (stay?.entrance) return join(stay.entrance, pass);
    const match = this.#open.find(isSame);
    if (match?.entrance) {
      // It may have left unseen in between.
      match.doubtful ||= pass.from - match.entrance.to > sameExitMs;
      return join(match.entrance, pass);
    }
    const draft = this.#early(pass) ?? this.#draft({ entrance: pass });
    draft.doubtful ||= pass.direction === null || isLingering(pass) || isMixed(pass.readings);
    this.#endStaysOf(pass);
    for (const openDraft of this.#open) {
      // Two cars with similar plates, or one that was misread: unknown.
      if (openDraft.early === null) openDraft.hasTwin = draft.hasTwin = true;
    }
    this.#open.push(draft);
  }

  /** A car that comes again has left; if no exit was seen, it was missed. */
  #endStaysOf(pass: Pass): void {
    const { ended = [], open = [] } = Object.groupBy(this.#open, (draft) =>
      hasPlateOf(draft, pass) ? 'ended' : 'open',
    );
    for (const draft of ended) draft.missed = draft.early === null;
    this.#open = open;
  }

  /** Turns an exit without an entrance into the next entrance's own, if the clocks may disagree that much. */
  #early(pass: Pass): Draft | undefined {
    const draft = this.drafts.findLast(
      (candidate) =>
        candidate.entrance === null &&
        candidate.exit !== null &&
        candidate.stay === null &&
        pass.from - candidate.exit.to <= skewMs &&
        countDifferences(candidate.exit.readings, pass.readings) <= 1,
    );
    if (draft) Object.assign(draft, { entrance: pass, early: draft.exit, exit: null });
    return draft;
  }

  #leave(pass: Pass, from: Draft | undefined): void {
    const difference = from ? countDifferences(from.entrance?.readings ?? [], pass.readings) : 0;
    const match = this.drafts.findLast(({ exit }) => exit && isAgain(exit, pass, sameExitMs));
    if (match?.exit && (!from || difference > 0)) return join(match.exit, pass);
    const draft = from ?? this.#draft({ exit: pass });
    draft.exit = pass;
    const unsure =
      pass.direction === null || isLingering(pass) || difference > 1 || draft.early !== null;
    draft.doubtful ||= unsure || isMixed(pass.readings);
    this.#open = this.#open.filter((openDraft) => openDraft !== draft);
  }

  #draft(known: Partial<Draft>): Draft {
    const ends = { entrance: null, exit: null, early: null };
    const flags = { missed: false, doubtful: false, hasTwin: false };
    const draft: Draft = { ...ends, ...flags, stay: null, ...known };
    this.drafts.push(draft);
    return draft;
  }
}

function toVisit(draft: Draft): PairedVisit {
  const readings = listReadings(draft) as [Reading, ...Reading[]];
  const surestReading = pickSurest(readings);
  const candidates = readings.filter(
    (reading) => reading.plate_key === surestReading.plate_key && reading.state !== null,
  );
  const { state, country } = candidates.includes(surestReading)
    ? surestReading
    : (candidates[0] ?? surestReading);
  const entrance_at = draft.entrance?.from ?? null;
  const exit = draft.exit ?? draft.early;
  const reads_agree = readings.every(({ plate_key }) => plate_key === surestReading.plate_key);
  // Read alike coming and going, both plates are real.
  const isTwin = draft.hasTwin && !(reads_agree && draft.entrance && exit);
  return {
    readings: readings.map((reading) => reading.pk),
    plate: surestReading.plate,
    plate_key: surestReading.plate_key,
    reads_agree,
    state,
    country,
    entrance_at,
    exit_at: exit && instant(Math.max(exit.to, entrance_at ?? exit.to)),
    exit_missed: draft.missed,
    doubtful: draft.doubtful || isTwin,
    entrance_image: pickImage(draft.entrance?.readings ?? [], 'image'),
    exit_image: pickImage(exit?.readings ?? [], 'image'),
    entrance_plate_image: pickImage(draft.entrance?.readings ?? [], 'plate_image'),
    exit_plate_image: pickImage(exit?.readings ?? [], 'plate_image'),
  };
}

/**
 * Pairs the readings of one fold at one property into visits, in the order of their starts. A camera that repeats a
 * plate doesn't prove that the car is there: only the first of such exits counts. The result depends only on the set of
 * readings, in whatever order they arrived. docs/visits.md describes the rules.
 */
export function pairReadings(readings: readonly Reading[]): PairedVisit[] {
  const passes = groupIntoPasses(readings);
  const pairing = new Pairing(passes);
  for (const pass of passes) {
    if (!isStuck(pass) || pass.stay !== null) pairing.add(pass);
    else if (pass.direction === 'Exit') pairing.add({ ...pass, to: pass.from });
  }
  return pairing.drafts
    .map(toVisit)
    .sort((a, b) => (a.entrance_at ?? a.exit_at ?? 0) - (b.entrance_at ?? b.exit_at ?? 0));
}
