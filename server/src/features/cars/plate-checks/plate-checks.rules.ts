import type { ParkingRight, PlateAnswer } from '@lotkeeper/contract/cars/plate-checks';
import { parkingRights } from '@lotkeeper/contract/cars/plate-checks';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { must } from '../../../kernel/must.ts';
import { determineOutcome } from '../../../records/cars/visits/visit-outcome.ts';
import type { Claim, ParkingPolicy } from '../visits/public.ts';
import { findBestClaim, findGiver, judgeStay } from '../visits/public.ts';

/** What is known of a plate at a property. */
export interface PlateFacts<C extends Claim> {
  /** When cameras saw it come that didn't see it leave; null = they didn't. */
  cameAt: Instant | null;
  /** When its driver asked for free parking at the property that staff haven't given yet; null = they didn't. */
  askedAt: Instant | null;
  /** Rights of the plate at the property, past and future ones too. */
  own: readonly C[];
  /** Rights of the plate at other properties. */
  elsewhere: readonly C[];
  /** Rights of plates that look the same, and of those that differ by a character. */
  lookalikes: readonly C[];
  near: readonly C[];
}

/** The answer, until when it holds or since when it doesn't, and the rights that it rests on, the best first. */
export interface PlateFinding<C extends Claim> {
  answer: PlateAnswer;
  until: Instant | null;
  rights: readonly C[];
}

const endOf = ({ until }: Claim) => until ?? Number.POSITIVE_INFINITY;

const isActive =
  (now: Instant) =>
  (claim: Claim): boolean =>
    claim.from <= now && endOf(claim) > now;

/** The last end of rights that hold now, with what follows without a break. */
function findEnd(claims: readonly Claim[], now: Instant): Instant | null {
  let end: number = now;
  for (const claim of claims.toSorted((a, b) => a.from - b.from)) {
    if (claim.from <= end) end = Math.max(end, endOf(claim));
  }
  return end === Number.POSITIVE_INFINITY ? null : (end as Instant);
}

/** What gives a right, by the name that the outcome of its visit has. */
export function nameRight(claim: Claim): ParkingRight {
  const outcome = determineOutcome({
    verdict: null,
    status: claim.by === 'enforced' ? 'enforced' : claim.by,
    isOpen: false,
    hasEntrance: true,
    rental: claim.rental,
    freeBy: findGiver(claim),
    violation: null,
  });
  return must(
    parkingRights.find((kind) => kind === outcome),
    'right to park',
  );
}

/** Says whether a car may park now, by the rules that settle visits. */
export function judgePlate<C extends Claim>(
  { cameAt, askedAt, own, elsewhere, lookalikes, near }: PlateFacts<C>,
  policy: ParkingPolicy,
  now: Instant,
): PlateFinding<C> {
  const active = own.filter(isActive(now));
  const best = findBestClaim(active);
  if (best) return { answer: 'may_park', until: findEnd(own, now), rights: [best] };
  if (!policy.enforces(now)) return { answer: 'unenforced', until: null, rights: [] };
  const [last] = own.filter((claim) => endOf(claim) <= now).sort((a, b) => endOf(b) - endOf(a));
  const since = cameAt ?? last?.from;
  const stay = { exit_at: null, exit_missed: false, doubtful: false };
  const finding = since && judgeStay({ ...stay, entrance_at: since }, own, policy, now);
  if (finding && finding.owes === null) {
    return { answer: 'grace', until: finding.next, rights: last ? [last] : [] };
  }
  if (askedAt !== null) return { answer: 'waiting', until: null, rights: [] };
  const activeElsewhere = elsewhere.filter(isActive(now));
  if (activeElsewhere.length > 0)
    return { answer: 'elsewhere', until: findEnd(activeElsewhere, now), rights: activeElsewhere };
  const like = [...lookalikes, ...(own.length > 0 ? [] : near)].filter(isActive(now));
  if (like.length > 0) return { answer: 'alike', until: null, rights: like };
  if (last) return { answer: 'expired', until: last.until, rights: [last] };
  return { answer: 'unknown', until: finding ? (finding.owes?.from ?? null) : null, rights: [] };
}
