import * as z from 'zod/mini';
import { adminAndEmployee, atSpot } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { monthText, yearText } from '../kernel/month-year.ts';
import { onlyWithFeature } from '../platform/spots.ts';
import { aggregators } from './rentals.ts';

export type Aggregator = (typeof aggregators)[number];

/** The sources' display names. */
export const aggregatorNames: Readonly<Record<Aggregator, string>> = {
  spothero: 'SpotHero',
  cheap_airport: 'Cheap Airport Parking',
  airport_parking: 'Airport Parking',
  parkwhiz: 'ParkWhiz',
  parkway: 'Parkway',
  noson: 'Noson',
  lotkeeper: 'Lotkeeper',
};

const counts = Object.fromEntries(aggregators.map((source) => [source, z.int()])) as Record<
  Aggregator,
  ReturnType<typeof z.int>
>;

/** How many rentals were active on a day, by booking site; all other sources count as our own. */
export const aggregatorDay = z.object({ date: z.string(), ...counts, total_rentals: z.int() });
export type AggregatorDay = z.infer<typeof aggregatorDay>;

const query = z.strictObject({ spot: pkOrUuidText, month: monthText, year: yearText });

export const getAggregatorRentals = endpoint({
  method: 'GET',
  path: '/api/reports/aggregators',
  summary: 'How many rentals were active on each day of a month, up to today, by source',
  access: onlyWithFeature('aggregator rentals', atSpot('query.spot', adminAndEmployee)),
  query,
  answer: z.array(aggregatorDay),
  freshFor: 10 * 60,
  failure: 'Could not fetch reports',
});

export const downloadAggregatorRentals = endpoint({
  method: 'GET',
  path: '/api/downloads/aggregators',
  summary: 'The same as a file, a row for each day',
  access: onlyWithFeature('aggregator rentals', atSpot('query.spot', adminAndEmployee)),
  query,
  file: 'text/csv',
  failure: 'Could not download reports',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  spothero: 'Rentals from SpotHero.',
  cheap_airport: 'Rentals from Cheap Airport Parking.',
  airport_parking: 'Rentals from Airport Parking.',
  parkwhiz: 'Rentals from ParkWhiz.',
  parkway: 'Rentals from Parkway.',
  noson: 'Rentals from Noson.',
  lotkeeper: 'Rentals from Lotkeeper and from everything that isn’t a booking site.',
  total_rentals: 'How many rentals were active on the day.',
};
