import * as z from 'zod/mini';
import { superuserOnly } from './kernel/access.ts';
import { isTimeZone } from './kernel/calendar.ts';
import { endpoint } from './kernel/endpoint.ts';
import { pk, storable, text } from './kernel/fields.ts';
import { states } from './kernel/places.ts';
import { classifications } from './spots.ts';

/** Rows that a search shows at most. */
export const searchLimit = 20;

const search = z.strictObject({
  search: z._default(z.string().check(z.maxLength(100), storable), ''),
});

export const searchOrganizations = endpoint({
  method: 'GET',
  path: '/api/organizationmetadata',
  summary: 'Organizations whose name matches, for superusers',
  access: superuserOnly,
  query: search,
  answer: z.array(
    z.object({ pk: z.int(), uuid: z.string(), name: z.string(), spot_count: z.int() }),
  ),
  failure: 'Cannot retrieve orgs',
});

export const searchSpots = endpoint({
  method: 'GET',
  path: '/api/spotmetadata',
  summary: 'Properties of every organization whose name or address matches, for superusers',
  access: superuserOnly,
  query: search,
  answer: z.array(
    z.object({
      pk: z.int(),
      uuid: z.string(),
      name: z.string(),
      city: z.string(),
      state: z.string(),
      organization: z.int(),
      organization_name: z.string(),
    }),
  ),
  failure: 'Cannot retrieve spots',
});

export const createOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations/',
  summary: 'Creates an organization',
  access: superuserOnly,
  body: z.strictObject({
    name: text(120, 'Please enter a name'),
    commission_percent: z.number({ error: 'Please enter a percentage' }).check(
      z.minimum(0, 'Must be 0 to 50.'),
      z.maximum(50, 'Must be 0 to 50.'),
      z.refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'At most two decimals.'),
    ),
  }),
  answer: z.object({ pk: z.int(), uuid: z.string() }),
  failure: 'Could not create the organization',
});

const usStates: readonly string[] = [...states.US, ...states.CA, ...states.MX];

/** A price typed by a person: whole cents, at most a million dollars; null = not sold. */
const optionalPrice = z._default(
  z.nullable(
    z
      .int({ error: 'Must be a price.' })
      .check(
        z.minimum(1, 'Must be more than $0.'),
        z.maximum(100_000_000, 'Must be at most $1,000,000.'),
      ),
  ),
  null,
);

const spaces = z
  .int({ error: 'Please enter a number of spaces' })
  .check(z.minimum(0, 'Must be 0 or more.'), z.maximum(100_000, 'Must be at most 100,000.'));

export const createSpot = endpoint({
  method: 'POST',
  path: '/api/spots',
  summary: 'Creates a property of an organization',
  access: superuserOnly,
  body: z.strictObject({
    organization: pk,
    name: text(120, 'Please enter a name'),
    address_line1: text(200, 'Please enter an address'),
    city: text(100, 'Please enter a city'),
    state: z.string().check(z.refine((value) => usStates.includes(value), 'Please choose a state')),
    timezone: z.string().check(z.refine(isTimeZone, 'Please choose a time zone')),
    classification: z.enum(classifications, { error: 'Please select an option' }),
    quantity: spaces,
    quantity_monthly: z._default(spaces, 0),
    price_hourly: optionalPrice,
    price_daily: optionalPrice,
    price_monthly: optionalPrice,
  }),
  answer: z.object({ pk: z.int(), uuid: z.string() }),
  failure: 'Could not create the property',
});
