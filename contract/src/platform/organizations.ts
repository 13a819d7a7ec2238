import * as z from 'zod/mini';
import { anyRole, inOrganization, roles, signedIn } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';

/** An organization. Money is shown to Admins only (docs/security.md, 19). */
export const organization = z.object({
  pk: z.int(),
  uuid: z.string(),
  name: z.string(),
  role: z.nullable(z.enum(roles)),
  logo_url: z.nullable(z.string()),
  payout_schedule: z.string(),
  spot_count: z.int(),
  can_add_driver: z.boolean(),
  is_set_up: z.boolean(),
  owed_funds: z.optional(centsField),
  total_payout: z.optional(centsField),
  collected_elsewhere: z.optional(centsField),
});
export type Organization = z.infer<typeof organization>;

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/api/organizations/',
  summary:
    'The organizations that the caller belongs to, by name; with month-to-date and lifetime earnings for Admins',
  access: signedIn,
  answer: z.array(organization),
  freshFor: 60,
  failure: 'Cannot retrieve orgs',
});

export const getOrganization = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/',
  summary: 'One organization; with month-to-date and lifetime earnings for Admins',
  access: inOrganization('params.id', anyRole),
  params: z.strictObject({ id: pkOrUuidText }),
  answer: organization,
  freshFor: 60,
  failure: 'Cannot retrieve orgs',
});

export const getOperationsRegion = endpoint({
  method: 'GET',
  path: '/api/operations_region/organizations/',
  summary: 'The support contact of an organization’s region',
  access: inOrganization('query.org', anyRole),
  events: [],
  query: z.strictObject({ org: pkOrUuidText }),
  answer: z.object({ contact_number: z.nullable(z.string()) }),
  freshFor: 60 * 60,
  failure: 'Could not fetch the support contact',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  name: ['The name of the organization.', 'Cactus & Coast Parking'],
  role: 'The role of the caller; null for a superuser without one.',
  is_set_up: 'Whether an Admin has ended its set-up; before that, pages show what is missing.',
  logo_url: 'The URL of the organization’s logo; null if it has none.',
  collected_elsewhere:
    'The net revenue that other systems collected and paid out, in cents: it was imported, and is never paid out here. Only Admins get it.',
  owed_funds: 'The net revenue of this month so far, in cents. Only Admins get it.',
  total_payout: 'All payouts so far, in cents. Only Admins get it.',
  org: ['The organization, by its number or UUID.', '7'],
  contact_number: 'The phone number of support for the region; null if there is none.',
};
