import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { isBookingSite, rentalGroups } from '@lotkeeper/contract/people/rentals';

/** What a visit's outcome is derived from. */
export interface JudgedVisit {
  status: 'renter' | 'visitor' | 'enforced' | 'grace period' | 'violator';
  decided: boolean;
  doubtful: boolean;
  entrance_at: number | null;
  exit_at: number | null;
  rental_type: RentalType | null;
  rental_source: string | null;
  violation_status: 'Created' | 'Paid' | 'Waived' | null;
}

const isIn = <T extends string>(list: readonly T[], value: string | null) =>
  list.some((one) => one === value);

function deriveRenterOutcome({ rental_type, rental_source }: JudgedVisit) {
  if (rental_source !== null && isBookingSite(rental_source)) return 'booking_site';
  if (isIn(rentalGroups.monthly, rental_type)) return 'monthly';
  return isIn(rentalGroups.enterprise, rental_type) ? 'tenant' : 'paid';
}

function deriveViolatorOutcome({ violation_status }: JudgedVisit) {
  const outcomes = {
    Created: 'violation_open',
    Paid: 'violation_paid',
    Waived: 'violation_waived',
  } as const;
  return violation_status === null ? 'unexplained' : outcomes[violation_status];
}

/** The outcome of a visit. */
export function deriveOutcome(visit: JudgedVisit) {
  if (visit.status === 'renter') return deriveRenterOutcome(visit);
  if (visit.status === 'visitor' || visit.status === 'enforced') return visit.status;
  if (visit.status === 'violator') return deriveViolatorOutcome(visit);
  // Without an entrance or an exit, nobody knows how long it was there.
  if (visit.entrance_at === null || visit.doubtful) return 'unexplained';
  if (visit.exit_at === null) return visit.decided ? 'unexplained' : 'present';
  return 'grace';
}
