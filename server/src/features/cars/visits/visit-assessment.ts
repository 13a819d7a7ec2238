import type { Hold } from '@lotkeeper/contract/cars/plate-desk';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { Rate } from '../../../records/operations/stay-price.ts';
import type { Car, DueVisit, Renter } from './settling.queries.ts';
import type { Finding } from './status.rules.ts';

/** Everything needed to decide a visit's status. */
export interface VisitAssessment {
  visit: DueVisit;
  /** The car, if exactly one of the organization's has this plate. */
  car: Car | null;
  /** Whether the reads or the plate leave a doubt. */
  doubtful: boolean;
  /** Who previously rented with this car; null = an unknown plate. */
  renter: Renter | null;
  finding: Finding;
  /** Whether its plate may be a wrong read of that of a car with a right that wasn't seen. */
  mayBePaid: boolean;
  /** The price for what is owed. */
  rate: Rate | null;
  /** The price in force when a stay began that is owed, unexplained or validated. */
  posted: Rate | null;
  /** Why what it owes waits for a person, and what that is; null = nothing waits. */
  hold: Hold | null;
  heldDebt: Finding['owes'];
  /** Until when what it owes may still be paid; null = nothing is waited for. */
  waitsUntil: Instant | null;
}

/** Whether a visit has a violation that isn't paid, nor waived by a person, for a plate that was read again since. */
export const hasOtherPlate = (visit: DueVisit): boolean =>
  (visit.violation_status === 'Created' || visit.waived_by_rule) &&
  visit.violation_plate_key !== plateKey(visit.plate);
