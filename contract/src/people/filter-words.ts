/** Filter values of lists in URLs. Imports nothing, because route files load with the login page. */

/** Types of transient rentals: 'flat' is flat_rate, and 'hourly' includes free_until_hourly. */
export const transientTypes = ['daily', 'flat', 'hourly'] as const;
export type TransientType = (typeof transientTypes)[number];

/** Outcomes of a visit that cameras saw. */
export const visitStatuses = ['renter', 'visitor', 'enforced', 'grace period', 'violator'] as const;
export type VisitStatus = (typeof visitStatuses)[number];

export const visitStatusNames: Record<VisitStatus, string> = {
  renter: 'Renter',
  visitor: 'Visitor',
  enforced: 'Enforced',
  'grace period': 'Grace Period',
  violator: 'Violator',
};

/** How a car's visit ends. Every visit has exactly one outcome, so that outcomes add up to the cars that cameras saw. */
export const visitOutcomes = [
  'present',
  'rental',
  'monthly',
  'tenant',
  'booking_site',
  'valet',
  'enforced',
  'violation_paid',
  'visitor',
  'validated',
  'grace',
  'unenforced',
  'not_customer',
  'violation_open',
  'violation_appealed',
  'violation_waived',
  'misread',
  'unexplained',
] as const;

/** Why what a visit owes waits for a person. */
export const holds = [
  'low_confidence',
  'one_read',
  'outage',
  'two_places',
  'clock',
  'above_posted',
  'large_amount',
  'long_stay',
] as const;

/** Why nobody can be charged for an unexplained visit, by what is known first. */
export const unexplainedCauses = [
  'no_entrance',
  ...holds,
  'no_exit',
  'doubtful',
  'too_late',
] as const;

/** States of a valet session. */
export const valetStatuses = ['pending', 'active', 'ended'] as const;
export type ValetStatus = (typeof valetStatuses)[number];

/** Transient drivers by frequency within a range of days: often, repeatedly or once. */
export const driverGroupNames = ['power', 'repeat', 'one_time'] as const;
export type DriverGroup = (typeof driverGroupNames)[number];

/** States of a violation. */
export const ticketStatusNames = ['Created', 'Paid', 'Waived'] as const;
export type TicketStatus = (typeof ticketStatusNames)[number];

/** Appeals to decide, and all others. */
export const appealFilters = ['open', 'done'] as const;
/** Who deals with an appeal. */
export const assigneeFilters = ['anybody', 'me', 'nobody'] as const;

/** What drivers and tenants can owe for. */
export const debtKindNames = ['violation', 'monthly', 'tenant'] as const;

/** Ages of debts to filter by, in days. */
export const debtAges = ['30', '60', '90'] as const;
