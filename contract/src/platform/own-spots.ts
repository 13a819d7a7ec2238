import * as z from 'zod/mini';
import { anyMachine } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { centsField } from '../kernel/money.ts';
import { classifications } from './spots.ts';

const price = z.nullable(centsField);

/** A property as programs need it before they send anything. Prices are cents before tax; null = not sold. */
export const ownSpot = z.object({
  pk: z.int(),
  uuid: z.string(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  timezone: z.string(),
  classification: z.enum(classifications),
  quantity: z.int(),
  price_hourly: price,
  price_daily: price,
  price_monthly: price,
  price_flat: price,
  daily_max: price,
});
export type OwnSpot = z.infer<typeof ownSpot>;

export const listOwnSpots = endpoint({
  method: 'GET',
  path: '/api/ingest/spots/',
  summary: 'The properties of the key’s organization, by name, with their `spot` number',
  access: anyMachine,
  answer: z.array(ownSpot),
  failure: 'Could not fetch the properties',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  pk: ['The number of the property: send it as `spot`.', 1],
  name: ['The name of the property.', 'Mission Street Garage'],
};
