/**
 * The words that lists are filtered by, as URLs spell them. Route files read addresses and load with the
 * login, so nothing is imported here.
 */

/** What transient rentals are called: 'flat' is flat_rate, and 'hourly' holds free_until_hourly too. */
export const transientTypes = ['daily', 'flat', 'hourly'] as const;
export type TransientType = (typeof transientTypes)[number];

/** What a visit that cameras saw came to. */
export const visitStatuses = ['renter', 'visitor', 'enforced', 'grace period', 'violator'] as const;
export type VisitStatus = (typeof visitStatuses)[number];

/** Where a valet session stands. */
export const valetStatuses = ['pending', 'active', 'ended'] as const;
export type ValetStatus = (typeof valetStatuses)[number];

/** Transient drivers by how often they came in a range of days: often, again or once. */
export const driverGroupNames = ['power', 'repeat', 'one_time'] as const;
export type DriverGroup = (typeof driverGroupNames)[number];

/** What becomes of a violation. */
export const ticketStatusNames = ['Created', 'Paid', 'Waived'] as const;
export type TicketStatus = (typeof ticketStatusNames)[number];
