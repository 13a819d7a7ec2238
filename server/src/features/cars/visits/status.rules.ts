import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { CoveringRental, OutcomeFacts } from '../../../records/cars/visits/visit-outcome.ts';
import type { VisitInput } from '../../../records/cars/visits/visits.ts';
import { longestStayMs } from './pairing.rules.ts';

/** What the cameras know about a stay. */
export interface Stay {
  entrance_at: Instant | null;
  exit_at: Instant | null;
  exit_missed: boolean;
  doubtful: boolean;
  /** When an exit was seen that may belong to it; null or absent without one. */
  may_have_left_at?: Instant | null;
  /** When its missing end may have been seen, unread or under almost the same plate. */
  unseen_end_at?: Instant | null;
  /** What a person found: then nothing is owed. */
  verdict?: OutcomeFacts['verdict'];
}

/** A car's right to stay for a time; null as end = indefinitely. */
export interface Claim {
  /** `enforced` = an auto-started rental of another visit. */
  by: 'renter' | 'visitor' | 'enforced';
  rental_pk: number | null;
  /** null without a rental. */
  rental: CoveringRental | null;
  /** The code that a visitor entered; null without one. */
  code_pk: number | null;
  /** Whether it is a car of staff, a service or a tow truck. */
  is_service?: boolean;
  from: Instant;
  until: Instant | null;
}

/** The outcome of a stay before enforcement acts. */
export interface Finding {
  /** null = not fully paid for. */
  status: Exclude<VisitInput['status'], 'violator'> | null;
  rental_pk: number | null;
  rental: CoveringRental | null;
  freeBy: OutcomeFacts['freeBy'];
  /** The code that it's free by; null without one. */
  code_pk: number | null;
  /** The right that the car had for a part of the stay. */
  coveredBy: Claim['by'] | null;
  /** Whether the car may still be there. */
  open: boolean;
  /** When the status may change without new reads; null = never. */
  next: Instant | null;
  /** The unpaid time: its start, and its end if the exit was seen. null = nothing to charge. */
  owes: { from: Instant; until: Instant | null } | null;
  /** What it would owe if the reads left no doubt, so that nothing is charged; null without a doubt. */
  owesInDoubt: Finding['owes'];
  /** Whether only one end was seen, and the other one probably within the grace minutes. */
  isBrief: boolean;
}

/** The property's rules for judging stays. */
export interface ParkingPolicy {
  graceMs: number;
  /** Whether unpaid stays are charged at a given time: false if the property or an event turns that off. */
  enforces: (at: Instant) => boolean;
}

const pickLater = (a: number | null, b: number | null) =>
  a === null || b === null ? null : Math.max(a, b);

/** Payments this late still count for a car whose exit wasn't seen. */
const unseenEndMs = dayMs;

interface Span {
  from: Instant;
  /** null = not over, or the end wasn't seen. */
  end: Instant | null;
  open: boolean;
  isExitOnly: boolean;
}

function toSpan(stay: Stay, from: Instant, now: Instant): Span {
  const tooLong = now - from >= longestStayMs;
  const open = stay.exit_at === null && !stay.exit_missed && !tooLong;
  return { from, end: stay.exit_at, open, isExitOnly: stay.entrance_at === null };
}

/** The claims that overlap a stay: paying while there, or in the grace period after it, covers the time before too. */
function listActiveClaims(
  span: Span,
  claims: readonly Claim[],
  graceMs: number,
  now: Instant,
): Claim[] {
  // Of a car without an entrance only the end of its stay is known: it may still have had its grace minutes.
  const sinceFor = (claim: Claim) =>
    span.from - (span.isExitOnly && claim.by !== 'enforced' ? graceMs : 0);
  const last = span.end ?? (span.open ? now : Math.min(now, span.from + unseenEndMs));
  return claims.filter(
    (claim) =>
      claim.from <= last + graceMs &&
      // The time at the property may be before that of the stay, while a camera shows the past.
      claim.from <= Math.max(now, last) &&
      (claim.until === null || claim.until > sinceFor(claim)),
  );
}

const ranks = ['renter', 'visitor', 'enforced'];

/** The longest of the rentals, otherwise of the visitors' rights, otherwise of the auto-started rentals. */
export function findBestClaim<C extends Claim>(claims: readonly C[]): C | null {
  const end = (claim: Claim) => claim.until ?? Number.POSITIVE_INFINITY;
  const rank = (claim: Claim) => ranks.indexOf(claim.by);
  const isService = (claim: Claim) => Number(claim.is_service ?? false);
  const compare = (a: Claim, b: Claim) =>
    rank(a) - rank(b) || isService(b) - isService(a) || end(b) - end(a);
  return [...claims].sort(compare)[0] ?? null;
}

export function findGiver(claim: Claim | null): Finding['freeBy'] {
  if (claim?.by !== 'visitor') return null;
  if (claim.is_service) return 'service';
  return claim.code_pk === null ? 'person' : 'code';
}

function isOverdue(
  span: Span,
  unpaidFrom: number,
  graceMs: number,
  now: Instant,
  isCovered: boolean,
) {
  if (span.end !== null) return span.end > unpaidFrom + graceMs;
  // Without an exit, only the arrival is known: a car with any claim is not charged.
  return span.open ? now >= unpaidFrom + graceMs : !isCovered;
}

/** How long the exit of a car is waited for that owes something and isn't charged. */
const doubtMs = dayMs;

/** A stay that isn't charged is over for the rules a day after it began to owe: then a person can look at it. */
export function closeDoubt(finding: Finding, since: Instant, now: Instant): Finding {
  if (!finding.open) return finding;
  const closes = instant(since + doubtMs);
  if (now >= closes) return { ...finding, open: false, next: null };
  return { ...finding, next: instant(Math.min(finding.next ?? closes, closes)) };
}

/** Judges a stay at a given time by what its driver paid. docs/visits.md describes the rules. */
export function judgeStay(
  stay: Stay,
  claims: readonly Claim[],
  { graceMs, enforces }: ParkingPolicy,
  now: Instant,
): Finding {
  const span = toSpan(stay, (stay.entrance_at ?? stay.exit_at) as Instant, now);
  const activeClaims = listActiveClaims(span, claims, graceMs, now);
  const claim = findBestClaim(activeClaims);
  const finding: Finding = {
    status: claim?.by ?? 'grace period',
    rental_pk: claim?.rental_pk ?? null,
    rental: claim?.rental ?? null,
    freeBy: findGiver(claim),
    code_pk: claim?.code_pk ?? null,
    coveredBy: claim?.by ?? null,
    open: span.open,
    next: null,
    owes: null,
    owesInDoubt: null,
    isBrief:
      activeClaims.length === 0 &&
      Math.abs((stay.unseen_end_at ?? Number.POSITIVE_INFINITY) - span.from) <= graceMs,
  };
  if (stay.verdict) return { ...finding, open: false };
  // It's unknown how long it was there.
  if (stay.entrance_at === null) return finding;
  const givesUp = instant(span.from + longestStayMs);
  const next = span.open ? givesUp : null;
  const unpaidFrom = activeClaims.reduce<number | null>(
    (at, activeClaim) => pickLater(at, activeClaim.until),
    span.from,
  );
  if (unpaidFrom === null) return { ...finding, next };
  const limit = instant(unpaidFrom + graceMs);
  if (!isOverdue(span, unpaidFrom, graceMs, now, activeClaims.length > 0)) {
    return { ...finding, next: next && instant(Math.min(next, limit)) };
  }
  const isUnenforced = !enforces(unpaidFrom as Instant) || !enforces(limit);
  if (isUnenforced) {
    return claim
      ? { ...finding, next }
      : { ...finding, status: 'visitor', freeBy: 'unenforced', next };
  }
  // A car that left later than this owed by then.
  const mayHaveLeft = (stay.may_have_left_at ?? Number.POSITIVE_INFINITY) <= limit;
  if (stay.doubtful || mayHaveLeft) {
    // Who was seen to leave after the time that they paid for owes, or isn't that car: a person can see which.
    const covered = span.end === null ? claim : null;
    const status = covered?.by ?? (finding.isBrief ? 'grace period' : null);
    const owesInDoubt = { from: unpaidFrom as Instant, until: span.end };
    const doubt: Finding = { ...finding, status, next, owesInDoubt };
    return covered ? doubt : closeDoubt(doubt, span.from, now);
  }
  const owes = { from: unpaidFrom as Instant, until: span.end };
  return { ...finding, status: null, next, owes };
}

/** How long a payment can still lift a violation. */
const reconsideredForMs = 7 * dayMs;

/** When to check again for a late payment: often at first, then less; null after a week. */
export function findNextCheck(since: Instant, now: Instant): Instant | null {
  const passed = now - since;
  if (passed > reconsideredForMs) return null;
  return instant(now + Math.min(6 * hourMs, Math.max(minuteMs, passed / 10)));
}
