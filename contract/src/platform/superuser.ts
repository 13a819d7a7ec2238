import * as z from 'zod/mini';
import { roles, superuserOnly } from '../kernel/access.ts';
import type { AnswerOf } from '../kernel/endpoint.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, emailField, oneLine, pk, pkText, storable, text } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { readPhone } from '../kernel/phones.ts';
import { namesOf, withShown } from '../kernel/shown.ts';
import { commissionBaseNames, payoutSchedules, usualCommissionBase } from './organization-terms.ts';

/** Maximum results of a search. */
export const searchLimit = 20;

const search = z.strictObject({
  search: z._default(z.string().check(oneLine, atMost(100), storable), ''),
});

export const searchOrganizations = endpoint({
  method: 'GET',
  path: '/api/organizationmetadata',
  summary: 'Organizations whose name matches, for superusers',
  access: superuserOnly,
  query: search,
  answer: z.array(
    z.object({
      pk: z.int(),
      uuid: z.string(),
      name: z.string(),
      spot_count: z.int(),
      gross: centsField,
      gross_month: localDateText,
      open_alerts: z.int(),
    }),
  ),
  failure: 'Cannot retrieve orgs',
});

export type FoundOrganization = AnswerOf<typeof searchOrganizations>[number];

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

/** A typed percentage with up to two decimals. */
const percent = (most: number) =>
  z.number({ error: 'Please enter a percentage' }).check(
    z.minimum(0, `Must be 0 to ${most}.`),
    z.maximum(most, `Must be 0 to ${most}.`),
    z.refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'At most two decimals.'),
  );

export const commissionMessages = {
  later: 'Must be a day after today: entries that are recorded keep their commission.',
};

const commissionBase = z.enum(commissionBaseNames, { error: 'Please select an option' });

const organizationFields = z.strictObject({
  name: text(120, 'Please enter a name'),
  commission_percent: percent(50),
  commission_base: commissionBase,
  commission_base_from: z.nullable(localDateText),
  tax_percent: percent(50),
  processing_percent: percent(20),
  payout_schedule: z.enum(payoutSchedules, { error: 'Please select an option' }),
  can_add_driver: z.boolean(),
});
const organizationFieldNames = namesOf(organizationFields.shape);
export type OrganizationFields = z.infer<typeof organizationFields>;

export const createOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations/',
  summary: 'Creates an organization',
  access: superuserOnly,
  body: z.strictObject({
    name: organizationFields.shape.name,
    commission_percent: organizationFields.shape.commission_percent,
    commission_base: z._default(commissionBase, usualCommissionBase),
  }),
  answer: z.object({ pk: z.int(), uuid: z.string() }),
  failure: 'Could not create the organization',
});

const byPk = z.strictObject({ id: pkText });

export const getOrganizationFields = endpoint({
  method: 'GET',
  path: '/api/organizationmetadata/:id/',
  summary: 'What superusers may change of an organization',
  access: superuserOnly,
  params: byPk,
  answer: organizationFields,
  failure: 'Cannot retrieve orgs',
});

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/api/organizations/:id/',
  summary:
    'Changes the fields that are sent; rates apply to payments from now on, and another base of the commission from its day on',
  access: superuserOnly,
  confirmed: true,
  params: byPk,
  shown: organizationFieldNames,
  body: withShown(z.partial(organizationFields), organizationFieldNames),
  answer: organizationFields,
  failure: 'Could not change the organization',
});

const nameOfPerson = (message: string) => text(80, message);

/** A phone number as people write it, of the United States without a plus; it's stored as +16025550147. */
const phone = z.string().check(
  z.overwrite((input) => readPhone(input) ?? input),
  z.regex(/^\+[1-9]\d{6,14}$/, 'Must be a number such as (602) 555-0147 or +52 55 1234 5678.'),
);

/** A person's identity; an email address or a phone is required, because sign-in codes are sent there. */
export const personFields = z.strictObject({
  first_name: nameOfPerson('Please enter a first name'),
  last_name: nameOfPerson('Please enter a last name'),
  email: z.nullable(emailField('Please enter a valid email')),
  phone: z.nullable(phone),
});

export const reachable = z.refine<{ email: string | null; phone: string | null }>(
  (person) => person.email !== null || person.phone !== null,
  { error: 'Please enter a valid email', path: ['email'] },
);

/** A person with the organizations that they work for. */
export const personWithRoles = z.extend(personFields, {
  pk: z.int(),
  superuser: z.boolean(),
  last_login: z.nullable(z.int()),
  affiliations: z.array(
    z.object({ organization: z.int(), organization_name: z.string(), role: z.enum(roles) }),
  ),
});
export type PersonWithRoles = z.infer<typeof personWithRoles>;

export const searchPeople = endpoint({
  method: 'GET',
  path: '/api/peoplemetadata',
  summary: 'People whose name, email or phone matches, with their roles, for superusers',
  access: superuserOnly,
  query: search,
  answer: z.array(personWithRoles),
  failure: 'Could not fetch the people',
});

export const createPerson = endpoint({
  method: 'POST',
  path: '/api/peoplemetadata',
  summary: 'Creates a person with a role in an organization',
  access: superuserOnly,
  confirmed: true,
  body: z
    .extend(personFields, {
      organization: pk,
      role: z.enum(roles, { error: 'Please choose a role' }),
    })
    .check(reachable),
  answer: personWithRoles,
  failure: 'Could not create the person',
});

/** What the form of a role shows. */
const shownOfRole = ['role'] as const;

export const setRole = endpoint({
  method: 'PUT',
  path: '/api/peoplemetadata/:id/role/',
  summary:
    'Gives a person a role in an organization, or removes it; the last Admin’s can’t be removed',
  access: superuserOnly,
  confirmed: true,
  params: byPk,
  shown: shownOfRole,
  body: withShown(
    z.strictObject({ organization: pk, role: z.nullable(z.enum(roles)) }),
    shownOfRole,
  ),
  answer: personWithRoles,
  failure: 'Could not change the role',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  'personWithRoles.pk': 'The number of the person.',
  search: 'A part of name, email or phone; empty for the first ones.',
  'searchSpots.search': 'A part of name or address; empty for the first ones.',
  'searchOrganizations.search': 'A part of the name; empty for the first ones.',
  name: ['The name of the organization.', 'Cactus & Coast Parking'],
  'searchSpots.name': ['The name of the property.', 'Mission Street Garage'],
  organization: 'The number of the organization.',
  'setRole.organization': ['The organization, by its number.', 7],
  'createPerson.organization': ['The organization, by its number.', 7],
  organization_name: ['The name of the organization.', 'Cactus & Coast Parking'],
  gross: 'What drivers paid in the last month that is over in UTC, in cents.',
  gross_month: ['The first day of that month.', '2026-05-01'],
  open_alerts: ['How many alerts are open.', 3],
  commission_percent: ['Our commission, in percent of its base.', 10],
  commission_base:
    'What our commission is a share of: gross revenue, gross revenue less tax, or adjusted revenue. Of these, the last that was set.',
  'createOrganization.commission_base': 'What our commission is a share of, from the beginning.',
  commission_base_from:
    'The day from which that base holds, a day after today when it is set; null = from the beginning.',
  tax_percent: ['The tax on top of prices, in percent.', 8.25],
  processing_percent: ['What the payment processor keeps of what a driver pays, in percent.', 2.9],
  id: ['The organization, by its number.', '7'],
  'setRole.id': ['The person, by their number.', '31'],
  email: 'The email address; null if the person signs in by phone.',
  'createPerson.email': 'The email address, where codes are sent; null needs a phone number.',
  phone: 'The phone number in E.164; null if the person signs in by email.',
  'createPerson.phone': [
    'The phone number in E.164, where codes are sent; null needs an email address.',
    '+16025550147',
  ],
  'setRole.role': 'The role; null removes the person from the organization.',
};
