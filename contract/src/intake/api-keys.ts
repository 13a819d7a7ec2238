import * as z from 'zod/mini';
import { adminOnly, grants, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText, pkText, text } from '../kernel/fields.ts';

/** Descriptions of the grants, shown when a key is created. */
export const grantLabels = {
  rentals: 'Rentals: create, change and end',
  payments: 'Payments and refunds',
  visits: 'Camera visits',
  reads: 'Plate reads',
  reviews: 'Reviews',
  notes: 'Maintenance notes',
  images: 'Snapshots and images',
  valet: 'Valet bookings',
  checks: 'Checks of plates: whether a car may park',
} as const satisfies Record<(typeof grants)[number], string>;

/** A program's key to one organization; timestamps in ms since 1970. The key itself is returned only once. */
export const apiKey = z.object({
  pk: z.int(),
  name: z.string(),
  grants: z.array(z.enum(grants)),
  hint: z.string(),
  created_at: z.int(),
  created_by: z.nullable(z.string()),
  last_used_at: z.nullable(z.int()),
  revoked_at: z.nullable(z.int()),
});
export type ApiKey = z.infer<typeof apiKey>;

/** The source of what the sample call of a key records, so that it can be told from what really happened. */
export const testSource = 'sample_call';

const byOrganization = z.strictObject({ id: pkOrUuidText });

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/api_keys/',
  summary: 'The API keys of an organization, newest first, revoked ones last',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  answer: z.array(apiKey),
  failure: 'Could not fetch the API keys',
});

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/api_keys/',
  summary: 'Creates an API key; only this answer contains it',
  access: inOrganization('params.id', adminOnly),
  confirmed: true,
  opens: true,
  params: byOrganization,
  body: z.strictObject({
    name: text(80, 'Please enter a name'),
    grants: z.array(z.enum(grants)).check(
      z.minLength(1, 'Choose at least one'),
      z.refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each one once'),
    ),
  }),
  answer: z.object({ key: z.string(), api_key: apiKey }),
  failure: 'Could not create the API key',
});

export const revokeApiKey = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/api_keys/:key/revoke/',
  summary: 'Revokes an API key permanently',
  access: inOrganization('params.id', adminOnly),
  params: z.strictObject({ id: pkOrUuidText, key: pkText }),
  answer: apiKey,
  failure: 'Could not revoke the API key',
});

export const getTestRentals = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/test_rentals/',
  summary: 'How many rentals of the sample calls of keys are recorded',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  answer: z.object({ count: z.int() }),
  failure: 'Could not fetch the test rentals',
});

export const removeTestRentals = endpoint({
  method: 'DELETE',
  path: '/api/organizations/:id/test_rentals/',
  summary:
    'Takes back the rentals of sample calls, except those that something else refers to, such as a visit',
  access: inOrganization('params.id', adminOnly),
  params: byOrganization,
  answer: z.object({ count: z.int() }),
  failure: 'Could not take back the test rentals',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  grants: 'What the key may send, and ask.',
  name: ['The name of the key.', 'Gate at Mission Street'],
  'createApiKey.name': ['A name for the key.', 'Gate at Mission Street'],
  created_by: 'The name of the person who created it; null if the installation did.',
  last_used_at: 'When it was last used, in milliseconds since 1970; null if it never was.',
  key: 'The key. Only this answer contains it.',
  'revokeApiKey.key': ['The key, by its number.', '5'],
  count: 'How many are still recorded.',
  api_key: 'The key as the list shows it.',
};
