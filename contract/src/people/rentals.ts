import * as z from 'zod/mini';
import { adminAndAccountant, atSpot } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochSecondsText, pkOrUuidText } from '../kernel/fields.ts';

export const rentalTypes = [
  'hourly',
  'daily',
  'flat_rate',
  'free_until_hourly',
  'monthly',
  'enterprise',
  'bulk_rental',
] as const;
export type RentalType = (typeof rentalTypes)[number];

/** Transient, monthly and enterprise together cover all revenue without overlap (docs/money.md). */
export const rentalGroups = {
  transient: ['hourly', 'daily', 'flat_rate', 'free_until_hourly'],
  monthly: ['monthly'],
  enterprise: ['enterprise', 'bulk_rental'],
} as const satisfies Record<string, readonly RentalType[]>;
export type RentalGroup = keyof typeof rentalGroups;
export const rentalGroupNames = Object.keys(rentalGroups) as RentalGroup[];
/** “Enterprise” by itself is the rental type of companies, without tenants. */
export const rentalGroupLabels: Record<RentalGroup, string> = {
  transient: 'Transient',
  monthly: 'Monthlies',
  enterprise: 'Enterprise and tenants',
};

/** Sources of rentals. Seven of them are aggregators. */
export const aggregators = [
  'spothero',
  'cheap_airport',
  'airport_parking',
  'parkwhiz',
  'parkway',
  'noson',
  'lotkeeper',
] as const;

/** Whether rentals from this source came through a booking site, which counts as marketing. */
export const isBookingSite = (source: string) =>
  source !== 'lotkeeper' && (aggregators as readonly string[]).includes(source);

/** Defines "Rentals" on every page. */
export const rentalsByFirstCharge = 'Rentals are counted on the day of their first charge.';
/** Defines "Rentals started", where a page means when cars come. */
export const rentalsByStart = 'Rentals are counted on the day they start.';

export const slotCounts = z.object({ ACTIVE: z.int(), UPCOMING: z.int(), ENDED: z.int() });
export type SlotCounts = z.infer<typeof slotCounts>;

export const getSlotOverview = endpoint({
  method: 'GET',
  path: '/api/slots/overview',
  summary: 'How many rentals that start within a range are active, upcoming and ended now',
  access: atSpot('query.spot', adminAndAccountant),
  query: z.strictObject({
    spot: pkOrUuidText,
    start_date_from: epochSecondsText,
    start_date_to: epochSecondsText,
  }),
  answer: slotCounts,
  freshFor: 5 * 60,
  failure: 'Could not fetch rentals',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  ACTIVE: 'How many rentals are active now.',
  UPCOMING: 'How many rentals haven’t begun yet.',
  ENDED: 'How many rentals have ended.',
  start_date_from: [
    'Only rentals that start from this time on, in seconds since 1970.',
    '1780297200',
  ],
  start_date_to: ['Only rentals that start before this time, in seconds since 1970.', '1782889200'],
};
