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

/** Minutes after the booked end that a car may leave without having stayed longer. */
export const graceMinutes = 15;
/** What a booking is: exactly one of these. */
const bookingStates = {
  paid_came: { label: 'Paid and came', hint: 'Remitted by the site, for a car that came.' },
  paid_no_show: {
    label: 'Paid, didn’t come',
    hint: 'Remitted by the site, and no car came for it.',
  },
  paid_unseen: {
    label: 'Paid, not seen',
    hint: 'Remitted by the site, at a property where no cars were seen in the month.',
  },
  came_unpaid: {
    label: 'Came, not paid',
    hint: 'The car came, and the site remitted nothing, though its file covers these days. The sum is our price.',
  },
  not_paid: {
    label: 'Not paid, not seen',
    hint: 'Booked here and not remitted, though the site’s file covers these days; no car was seen. The sum is our price.',
  },
  cancelled: { label: 'Cancelled', hint: 'Cancelled at the site, and no car came for it.' },
  unknown: {
    label: 'Unknown here',
    hint: 'Lines of the site’s files that belong to no rental.',
  },
} as const;
/** What a booking may be beside its state. */
export const bookingNotes = {
  stayed_longer: {
    label: 'Stayed longer',
    hint: `The car left more than ${graceMinutes} minutes after the booked end. The sum is what was remitted for these bookings.`,
  },
  other_commission: {
    label: 'Other commission',
    hint: 'The site kept more or less than the agreed rate. The sum is what it kept too much.',
  },
  other_amount: {
    label: 'Other amount',
    hint: 'The site’s price isn’t ours. The sum is theirs less ours.',
  },
} as const;
export const bookingLists = { ...bookingStates, ...bookingNotes };
export type BookingList = keyof typeof bookingLists;
export const bookingListNames = Object.keys(bookingLists) as [BookingList, ...BookingList[]];
