import type { VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { isBookingSite, rentalGroups } from '@lotkeeper/contract/people/rentals';
import type { VisitInput } from './visits.ts';

/** The rental that covers a visit. */
export interface CoveringRental {
  rental_type: RentalType;
  source: string;
  /** Whether valets parked the car. */
  is_valet: boolean;
}

/** What is known of a visit that determines its outcome. */
export interface OutcomeFacts {
  /** What a person found, whatever the rules say. */
  verdict: 'misread' | 'not_customer' | null;
  status: VisitInput['status'];
  /** Whether the car may still be there. */
  isOpen: boolean;
  /** Whether it was seen to come, or probably came within the grace minutes before it left. */
  hasEntrance: boolean;
  rental: CoveringRental | null;
  /** For a visitor: by a code, by a person, because enforcement was off, or as a service car. */
  freeBy: 'code' | 'person' | 'unenforced' | 'service' | null;
  /** Its violation, unless these rules waived it; `Appealed` = open, and its driver waits for an answer. */
  violation: 'Created' | 'Appealed' | 'Paid' | 'Waived' | null;
}

const violationOutcomes = {
  Created: 'violation_open',
  Appealed: 'violation_appealed',
  Paid: 'violation_paid',
  Waived: 'violation_waived',
} as const;

/** Whether a violation of this outcome is still to be paid. */
export const isViolationUnpaid = (outcome: VisitOutcome): boolean =>
  outcome === 'violation_open' || outcome === 'violation_appealed';

const freeOutcomes = {
  code: 'validated',
  person: 'visitor',
  unenforced: 'unenforced',
  service: 'not_customer',
} as const;

const includesType = (types: readonly RentalType[], type: RentalType) => types.includes(type);

function determineRentalOutcome(rental: CoveringRental | null): VisitOutcome {
  if (rental === null) return 'rental';
  if (rental.is_valet) return 'valet';
  if (includesType(rentalGroups.monthly, rental.rental_type)) return 'monthly';
  if (includesType(rentalGroups.enterprise, rental.rental_type)) return 'tenant';
  return isBookingSite(rental.source) ? 'booking_site' : 'rental';
}

/** The one outcome of a visit. */
export function determineOutcome(facts: OutcomeFacts): VisitOutcome {
  const { verdict, status, isOpen, violation } = facts;
  if (verdict !== null) return verdict;
  if (violation !== null) return violationOutcomes[violation];
  if (status === 'enforced') return 'enforced';
  if (isOpen) return 'present';
  if (status === 'renter') return determineRentalOutcome(facts.rental);
  if (status === 'visitor') return freeOutcomes[facts.freeBy ?? 'person'];
  // Of a car whose entrance wasn't seen, nobody knows how long it was there.
  return status === 'grace period' && facts.hasEntrance ? 'grace' : 'unexplained';
}
