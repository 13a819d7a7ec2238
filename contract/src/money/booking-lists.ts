import type { aggregators } from '../people/rentals.ts';

// Without endpoints: the address of the page is checked by these words before its code is loaded.

/** Sources of rentals that booking sites remit: all aggregators but Lotkeeper itself. */
export const bookingSites = [
  'spothero',
  'cheap_airport',
  'airport_parking',
  'parkwhiz',
  'parkway',
  'noson',
] as const satisfies readonly (typeof aggregators)[number][];
export type BookingSite = (typeof bookingSites)[number];

/** What a booking is, exactly one of these, and what is noted beside it. */
export const bookingListNames = [
  'paid_came',
  'paid_no_show',
  'paid_unseen',
  'came_unpaid',
  'not_paid',
  'cancelled',
  'unknown',
  'stayed_longer',
  'kept_more',
  'kept_less',
  'paid_less',
  'paid_more',
  'other_property',
] as const;
export type BookingList = (typeof bookingListNames)[number];
