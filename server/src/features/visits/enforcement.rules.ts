import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, toIso } from '@lotkeeper/contract/kernel/calendar';
import type { MovementInput, MovementOwner } from '../../records/entries.ts';
import type { ViolationInput } from '../../records/happenings.ts';
import type { House } from '../../records/house.ts';
import type { RentalInput } from '../../records/rentals.ts';
import { endOfFirstUnit, rentalTypeOf } from '../../records/stay-price.ts';
import type { VisitDecision } from '../../records/visits.ts';
import { adjustmentOf, chargesOf } from './charges.rules.ts';
import type { Evidence, Renter } from './settling.queries.ts';
import { lookAgain } from './status.rules.ts';
import type { Case } from './visits.cases.ts';

const source = 'enforcement';

/** What is to be written about a visit. */
export interface Plan {
  decision: VisitDecision;
  /** A rental that starts by itself; its pk becomes the visit's. */
  start: RentalInput | null;
  violation: ViolationInput | null;
  evidence: { pk: number; evidence: Evidence } | null;
  waiver: { pk: number; reason: string } | null;
  /** A waived violation that stands again. */
  reinstated: number | null;
  end: { pk: number; end_date: Instant | null } | null;
  movement: (Omit<MovementOwner, 'first'> & MovementInput) | null;
}

/** What is learned later than this after somebody came to owe something is not charged any more. */
const chargedWithinMs = 2 * dayMs;

const limitOf = (house: House, from: Instant) => (from + house.grace_minutes * 60_000) as Instant;

const named = ({ renter_first_name, renter_last_name, renter_email, renter_phone }: Renter) => ({
  ...(renter_first_name === null ? {} : { first_name: renter_first_name }),
  ...(renter_last_name === null ? {} : { last_name: renter_last_name }),
  ...(renter_email === null ? {} : { email: renter_email }),
  ...(renter_phone === null ? {} : { phone: renter_phone }),
});

/** Until when a rental that started by itself lasts: open while the car is there, to its exit, or one unit. */
function endOf({ visit, finding, rate }: Case, start: Instant): Instant | null {
  if (finding.owes === null) return start;
  if (visit.exit_at !== null) return Math.max(visit.exit_at, start) as Instant;
  return finding.open || rate === null ? null : endOfFirstUnit(rate, start);
}

/** Whether enforcement is to begin with a visit now. */
function isFresh(house: House, { visit, finding }: Case, now: Instant): boolean {
  if (visit.violation_pk !== null || visit.automatic_pk !== null || !finding.owes) return false;
  return now - limitOf(house, finding.owes.from) <= chargedWithinMs;
}

function rentalOf(house: House, one: Case): RentalInput | null {
  const { visit, car, renter, rate, finding } = one;
  if (!finding.owes || !car || !renter || !rate) return null;
  const { from } = finding.owes;
  const owed = { ...finding.owes, rate };
  return {
    source,
    external_id: visit.external_id,
    spot_pk: house.spot_pk,
    rental_type: rentalTypeOf[rate.unit],
    start_date: from,
    end_date: endOf(one, from),
    car,
    renter: named(renter),
    auto_started: true,
    movements: chargesOf(visit.external_id, owed, limitOf(house, from), house),
  };
}

function evidenceOf(house: House, { visit, finding, rate }: Case): Evidence | null {
  if (!finding.owes) return null;
  const { entrance_image, exit_image, entrance_plate_image, exit_plate_image } = visit;
  return {
    rule: rate ? 'no rental and no known renter' : 'no rental and no price in force',
    unpaid_from: toIso(finding.owes.from),
    grace_minutes: house.grace_minutes,
    price: rate,
    entrance_at: visit.entrance_at && toIso(visit.entrance_at),
    exit_at: visit.exit_at && toIso(visit.exit_at),
    images: { entrance_image, exit_image, entrance_plate_image, exit_plate_image },
  };
}

function violationOf(
  house: House,
  one: Case,
  state: string | null,
  code: string,
): ViolationInput | null {
  const { visit, finding } = one;
  if (!finding.owes) return null;
  const plateImage = visit.entrance_plate_image ?? visit.exit_plate_image;
  return {
    source,
    external_id: visit.external_id,
    spot_pk: house.spot_pk,
    code,
    plate: visit.plate,
    state,
    status: 'Created',
    amount: house.penalty_amount,
    created_at: limitOf(house, finding.owes.from),
    visit_pk: visit.pk,
    image: plateImage ?? visit.entrance_image ?? visit.exit_image,
    evidence: evidenceOf(house, one),
  };
}

/** A violation that was waived because the stay was paid for, and whose car then stayed longer. */
const reinstatedOf = ({ visit, finding }: Case) =>
  finding.owes && visit.waived_by_rule ? visit.violation_pk : null;

/** The evidence of a violation that stands, where the cameras now tell other times or other time is owed. */
function newEvidence(house: House, one: Case): Plan['evidence'] {
  const { violation_pk: pk, violation_status, evidence: before } = one.visit;
  const evidence = evidenceOf(house, one);
  const stands = violation_status === 'Created' || reinstatedOf(one) !== null;
  if (pk === null || !stands || !evidence) return null;
  const times = ['entrance_at', 'exit_at', 'unpaid_from'] as const;
  return times.every((time) => before?.[time] === evidence[time]) ? null : { pk, evidence };
}

const reasons = {
  renter: 'The stay was paid for.',
  visitor: 'The plate is a visitor, or enforcement was off.',
  enforced: 'The stay was charged already.',
  'grace period': 'The cameras saw the car leave within the grace period.',
  doubtful: 'The plate reads are doubtful.',
};

function waiverOf({ visit, finding }: Case): Plan['waiver'] {
  if (finding.owes || visit.violation_pk === null || visit.violation_status !== 'Created') {
    return null;
  }
  return { pk: visit.violation_pk, reason: reasons[finding.status ?? 'doubtful'] };
}

function statusOf({ visit, finding }: Case, starts: boolean): VisitDecision['status'] {
  if (finding.owes === null) {
    return visit.violation_status === 'Paid' ? 'violator' : (finding.status ?? 'violator');
  }
  if (visit.violation_pk !== null) return 'violator';
  return starts || visit.automatic_pk !== null ? 'enforced' : 'violator';
}

/** When to look again: while somebody may still pay late, and when the finding itself says so. */
function dueAt(house: House, one: Case, status: VisitDecision['status'], now: Instant) {
  const { visit, finding } = one;
  const waived = visit.violation_status === 'Waived' && reinstatedOf(one) === null;
  const settled = visit.violation_status === 'Paid' || waived;
  const hopes = status === 'violator' ? !settled : status === 'enforced' && finding.open;
  if (!hopes) return finding.next;
  const since = limitOf(house, finding.owes?.from ?? visit.entrance_at ?? now);
  const again = lookAgain(since, now);
  if (again === null || finding.next === null) return again ?? finding.next;
  return Math.min(again, finding.next) as Instant;
}

function movementOf(house: House, one: Case, now: Instant): Plan['movement'] {
  const { visit, finding, rate } = one;
  const { automatic_pk, automatic_type, external_id } = visit;
  if (automatic_pk === null || automatic_type === null || rate === null) return null;
  const owed = finding.owes && { ...finding.owes, rate };
  const movement = adjustmentOf(external_id, visit, owed, now, house);
  return (
    movement && {
      ...movement,
      source,
      spot_pk: house.spot_pk,
      rental_type: automatic_type,
      rental_pk: automatic_pk,
      auto_started: true,
    }
  );
}

function changedEnd(one: Case): Plan['end'] {
  const { automatic_pk: pk, automatic_start, automatic_end } = one.visit;
  if (pk === null || automatic_start === null) return null;
  const end_date = endOf(one, automatic_start);
  return end_date === automatic_end ? null : { pk, end_date };
}

/**
 * What enforcement does about a visit: a known plate that owes something gets a rental, an unknown one a
 * violation under the code; what was charged is brought to what is owed; what nobody owes any more is given back
 * or waived.
 */
export function planOf(house: House, one: Case, code: string, now: Instant): Plan {
  const { visit, car, doubtful, finding, rate } = one;
  const fresh = isFresh(house, one, now);
  const start = fresh ? rentalOf(house, one) : null;
  const state = visit.state ?? car?.state ?? null;
  const status = statusOf(one, start !== null);
  return {
    decision: {
      pk: visit.pk,
      status,
      decided: !finding.open,
      due_at: dueAt(house, one, status, now),
      rental_pk: finding.owes ? visit.automatic_pk : finding.rental_pk,
      car_pk: car?.pk ?? null,
      state,
      doubtful,
      rate,
    },
    start,
    violation: start || !fresh ? null : violationOf(house, one, state, code),
    evidence: newEvidence(house, one),
    waiver: waiverOf(one),
    reinstated: reinstatedOf(one),
    end: changedEnd(one),
    movement: movementOf(house, one, now),
  };
}
