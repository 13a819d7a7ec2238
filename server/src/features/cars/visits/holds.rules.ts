import type { Hold } from '@lotkeeper/contract/cars/plate-desk';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { VisitDecision } from '../../../records/cars/visits/visits.ts';
import type {
  ChargeGuards,
  EnforcementPolicy,
} from '../../../records/operations/enforcement-policy.ts';
import type { PaymentRates } from '../../../records/operations/payment-parts.ts';
import { paidFor } from '../../../records/operations/payment-parts.ts';
import type { Rate } from '../../../records/operations/stay-price.ts';
import { priceOfTime } from '../../../records/operations/stay-price.ts';
import type { Span } from './outages.rules.ts';
import type { Reading } from './passes.rules.ts';
import { countDifferingCharacters } from './passes.rules.ts';
import type { Finding } from './status.rules.ts';

/** A read of the visit that a charge depends on. */
export interface ChargedReading
  extends Pick<Reading, 'at' | 'camera_pk' | 'plate_key' | 'state' | 'direction'> {
  /** Whether its camera announced a better one. */
  is_preview: boolean;
  /** How sure it is, from 0 to 1; null if its camera doesn't say. */
  confidence: number | null;
  received_at: Instant;
}

/** What decides whether a charge waits for a person. */
export interface ChargeFacts {
  plate: string;
  state: string | null;
  entrance_at: Instant;
  exit_at: Instant | null;
  /** Whether the car may still be there. */
  isOpen: boolean;
  owes: { from: Instant; until: Instant | null };
  readings: readonly ChargedReading[];
  /** When cameras that could have seen it leave saw nothing. */
  outages: readonly Span[];
  /** Whether the last read of such a camera came at another time than its clock says. */
  isClockDoubtful: boolean;
  /** Whether its plate was read at another property meanwhile. */
  isElsewhere: boolean;
  /** The price of a known driver's stay; null = a violation, whose penalty doesn't depend on the stay. */
  rate: Rate | null;
  /** The price that was posted when it came in; null if nothing was sold. */
  entranceRate: Rate | null;
}

export type ChargeTerms = ChargeGuards & Pick<PaymentRates, 'tax_rate'> & { grace_minutes: number };

/** After how many minutes a property charges that hasn't seen enough late payments yet. */
const usualWait = 30;
/** After which of its last late payments a property charges: one in twenty comes later. */
const waitedShare = 0.95;
const fewestLate = 10;
/** No charge waits longer than this for a payment, in minutes. */
const longestWait = 60;
/** How many late payments are remembered. */
const keptLate = 40;

/** What a property remembers with these added. */
export const addLateMinutes = (known: readonly number[], late: readonly number[]): number[] =>
  [...late, ...known].slice(0, keptLate);

/** How many minutes a property waits for late payments and exits, by how late they came; after the grace minutes. */
export function findWait(lateMinutes: readonly number[]): number {
  if (lateMinutes.length < fewestLate) return usualWait;
  const sorted = lateMinutes.toSorted((a, b) => a - b);
  return Math.min(longestWait, sorted[Math.ceil(sorted.length * waitedShare) - 1] ?? usualWait);
}

/** A better read that was announced comes within this time. */
const previewMs = 10 * minuteMs;

/** How long after the grace minutes a stay is no longer late, but somebody changed it. */
const latest = 2 * longestWait;

/**
 * How many minutes after its grace minutes a stay turned out to be paid for; null if it wasn't found unpaid before, as
 * `due_at` says: when it was to be looked at.
 */
export function findLateMinutes(
  {
    entrance_at,
    due_at,
    status,
  }: Pick<VisitDecision, 'due_at' | 'status'> & { entrance_at: Instant | null },
  found: Finding['status'],
  graceMs: number,
  now: Instant,
): number | null {
  const isPaid = found === 'renter' || found === 'visitor';
  const wasPaid = status === 'renter' || status === 'visitor';
  const limit = (entrance_at ?? now) + graceMs;
  if (!isPaid || wasPaid || due_at === null || due_at <= limit) return null;
  const minutes = Math.ceil((now - limit) / minuteMs);
  return minutes > latest ? null : minutes;
}

/** What decides when a debt is charged. */
type WaitFacts = Pick<ChargeFacts, 'owes' | 'readings' | 'exit_at'> & { hasPaid: boolean };

/**
 * When a debt can be charged: what usually still comes has come by then. A car that paid has usually left by the
 * end of its time, so its exit is waited for.
 */
export function findChargeTime(
  { owes, readings, exit_at, hasPaid }: WaitFacts,
  policy: Pick<EnforcementPolicy, 'grace_minutes' | 'late_minutes' | 'second_read'>,
): Instant {
  if (hasPaid && exit_at === null && policy.second_read !== 'not_needed')
    return instant(owes.from + secondReadMs);
  const isPreview = readings.length > 0 && readings.every(({ is_preview }) => is_preview);
  const previewed = isPreview ? readings.map(({ received_at }) => received_at + previewMs) : [];
  const waited = owes.from + (policy.grace_minutes + findWait(policy.late_minutes)) * minuteMs;
  return instant(Math.max(waited, ...previewed));
}

/** How long a second read may take before a charge is taken back. */
export const secondReadMs = dayMs;

/** A read that took longer may be of a camera whose clock is wrong. */
const usualDelayMs = minuteMs;
/** A read that took longer than this was kept back by its camera: clocks are off by minutes, or by a changed hour. */
const longestClockErrorMs = 90 * minuteMs;

/** When a read may have been made at the latest. */
function findLatest({ at, received_at }: ChargedReading): Instant {
  const delay = received_at - at;
  return delay > usualDelayMs && delay <= longestClockErrorMs ? received_at : at;
}

/** The shortest time that an owed stay may have lasted, if the clocks of its cameras are wrong. */
function findShortest({ entrance_at, exit_at, owes, readings }: ChargeFacts, now: Instant): Span {
  const timesOf = (direction: 'Entrance' | 'Exit') =>
    readings.filter((reading) => reading.direction === direction);
  const entrances = timesOf('Entrance').map(findLatest);
  const exits = timesOf('Exit').map(({ at, received_at }) => Math.min(at, received_at));
  const from = owes.from === entrance_at ? Math.min(...entrances) : owes.from;
  const until = exit_at === null ? now : exits.length > 0 ? Math.max(...exits) : exit_at;
  return {
    from: instant(Number.isFinite(from) ? Math.max(owes.from, from) : owes.from),
    until: instant(until),
  };
}

/** Whether less or nothing is owed if the cameras' clocks are wrong. */
function mayOweLess(facts: ChargeFacts, terms: ChargeTerms, now: Instant): boolean {
  const { owes, rate } = facts;
  const { from, until } = findShortest(facts, now);
  if (from === owes.from && (owes.until === null || until >= owes.until)) return false;
  if (until - from <= terms.grace_minutes * minuteMs) return true;
  if (rate === null || owes.until === null) return false;
  return priceOfTime(rate, from, until) < priceOfTime(rate, owes.from, owes.until);
}

/** A read that is less sure by more than this is probably the wrong one of two. */
const clearMargin = 0.1;

/**
 * Whether the plate was read twice, by two cameras or coming and going: exactly, or else with one look-alike character by
 * a camera that was clearly less sure.
 */
function isReadTwice({ plate, state, exit_at, readings }: ChargeFacts, isExact: boolean): boolean {
  // What another system paired has no reads here, and those of old visits may be deleted.
  if (readings.length === 0) return exit_at !== null;
  const own = { plate_key: plateKey(plate), state };
  const differ = (reading: ChargedReading) => countDifferingCharacters(reading, own);
  const surest = Math.max(
    ...readings.map((reading) => (differ(reading) === 0 ? (reading.confidence ?? 0) : 0)),
  );
  const agreeing = readings.filter((reading) => {
    if (differ(reading) === 0) return true;
    const isLessSure = reading.confidence !== null && surest - reading.confidence > clearMargin;
    return !isExact && isLessSure && reading.plate_key !== own.plate_key && differ(reading) === 1;
  });
  return new Set(agreeing.map((reading) => `${reading.camera_pk} ${reading.direction}`)).size > 1;
}

/** The confidence of the plate's surest read, in percent; null if a read of it doesn't say. */
function findConfidence({ plate, readings }: ChargeFacts): number | null {
  const key = plateKey(plate);
  const own = readings.filter((reading) => reading.plate_key === key);
  const sure = own.flatMap(({ confidence }) => confidence ?? []);
  return sure.length === 0 || sure.length < own.length ? null : 100 * Math.max(...sure);
}

const overlaps = (a: Span, b: Span) => a.from < b.until && b.from < a.until;

/** Whether an exit that nobody saw may have been missed: one that was read shows that the cameras saw it leave. */
function isAfterOutage(facts: ChargeFacts, graceMs: number): boolean {
  const { entrance_at, exit_at, owes, outages } = facts;
  if (exit_at !== null) return false;
  const until = instant(Math.max(owes.until ?? 0, owes.from + graceMs));
  return outages.some((outage) => overlaps(outage, { from: entrance_at, until }));
}

function isAbovePosted({ owes, rate, entranceRate }: ChargeFacts): boolean {
  if (rate === null) return false;
  if (entranceRate === null) return true;
  const price = (at: Rate) => priceOfTime(at, owes.from, owes.until ?? owes.from);
  return price(rate) > price(entranceRate);
}

/** Why a charge waits for a person, though its reads leave no doubt; null = it doesn't. docs/visits.md has the rules. */
export function findHold(facts: ChargeFacts, terms: ChargeTerms, now: Instant): Hold | null {
  const { owes, rate } = facts;
  const confidence = findConfidence(facts);
  const { min_charge_confidence: least, hold_above_amount, hold_above_hours } = terms;
  // Float4 confidences such as 0.85 are a little less than they say.
  if (least !== null && confidence !== null && Math.round(confidence) < least)
    return 'low_confidence';
  if (facts.isElsewhere) return 'two_places';
  const isWaiting =
    terms.second_read === 'within_day' &&
    facts.exit_at === null &&
    facts.isOpen &&
    now < owes.from + secondReadMs;
  // A violation has the plate on it, and nobody's contact to ask.
  const isExact = terms.second_read === 'before_charge' || rate === null;
  const needsTwo = terms.second_read !== 'not_needed' && !isWaiting;
  if (needsTwo && !isReadTwice(facts, isExact)) return 'one_read';
  const mayHaveLeft = facts.exit_at === null && facts.isClockDoubtful;
  if (mayHaveLeft || mayOweLess(facts, terms, now)) return 'clock';
  if (terms.hold_after_outage && isAfterOutage(facts, terms.grace_minutes * minuteMs))
    return 'outage';
  const owedMs = owes.until === null ? 0 : owes.until - owes.from;
  if (hold_above_hours !== null && owedMs > hold_above_hours * hourMs) return 'long_stay';
  if (terms.hold_above_posted && isAbovePosted(facts)) return 'above_posted';
  const amount = rate && paidFor(priceOfTime(rate, owes.from, owes.until ?? owes.from), terms);
  return hold_above_amount !== null && (amount ?? 0) > hold_above_amount ? 'large_amount' : null;
}
