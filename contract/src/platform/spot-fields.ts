import * as z from 'zod/mini';
import { adminOnly, atSpot, inOrganization } from '../kernel/access.ts';
import { isTimeZone } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, oneLine, pkOrUuid, pkOrUuidText, storable, text } from '../kernel/fields.ts';
import { states } from '../kernel/places.ts';
import { namesOf, withShown } from '../kernel/shown.ts';
import { classifications, visibilitySections } from './spots.ts';

/** When a charge needs a second read of the plate. */
export const secondReads = ['not_needed', 'within_day', 'before_charge'] as const;
export type SecondRead = (typeof secondReads)[number];
export const secondReadTexts: Record<SecondRead, string> = {
  not_needed: 'No, one is enough',
  within_day: 'Within a day, or it’s taken back',
  before_charge: 'Before the car is charged',
};

/** Which unexplained cars wait at the plate desk. */
export const deskScopes = ['all', 'entered', 'held'] as const;
export const deskScopeTexts: Record<(typeof deskScopes)[number], string> = {
  all: 'Every unexplained car',
  entered: 'Cars that were seen to come in',
  held: 'Cars whose charge is held',
};

const usStates: readonly string[] = [...states.US, ...states.CA, ...states.MX];

/** Dollars typed by a person, as cents: up to a million dollars. */
const amount = z
  .int({ error: 'Must be a price.' })
  .check(
    z.minimum(1, 'Must be more than $0.'),
    z.maximum(100_000_000, 'Must be at most $1,000,000.'),
  );

/** A price; null = not sold. */
const price = z.nullable(amount);

const spaces = z
  .int({ error: 'Please enter a number of spaces' })
  .check(z.minimum(0, 'Must be 0 or more.'), z.maximum(100_000, 'Must be at most 100,000.'));

const minutes = z
  .int({ error: 'Must be a number of minutes.' })
  .check(z.minimum(0, 'Must be 0 to 1440.'), z.maximum(1440, 'Must be 0 to 1440.'));

const wholeBetween = (min: number, max: number) => {
  const message = `Must be ${min} to ${max}.`;
  return z.int({ error: message }).check(z.minimum(min, message), z.maximum(max, message));
};

const bookingLink = z.nullable(
  z.string().check(
    oneLine,
    z.trim(),
    atMost(500),
    z.refine(
      (value) => value.startsWith('https://') && URL.canParse(value),
      'Must be a URL that starts with https://.',
    ),
    storable,
  ),
);

/** A zone's name as it's usually written: stored names are compared letter by letter. */
const toUsualLetters = (name: string) =>
  Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase() === name.toLowerCase()) ??
  name;

/** Every field of a property that its forms have. Prices are cents; null = not sold. */
const spotFields = z.strictObject({
  name: text(120, 'Please enter a name'),
  address_line1: text(200, 'Please enter an address'),
  city: text(100, 'Please enter a city'),
  state: z.string().check(z.refine((value) => usStates.includes(value), 'Please choose a state')),
  timezone: z
    .string()
    .check(z.overwrite(toUsualLetters), z.refine(isTimeZone, 'Please choose a time zone')),
  classification: z.enum(classifications, { error: 'Please select an option' }),
  quantity: spaces,
  quantity_monthly: spaces,
  price_hourly: price,
  price_daily: price,
  price_monthly: price,
  price_flat: price,
  daily_min: price,
  daily_max: price,
  visibility_page_section: z.enum(visibilitySections, { error: 'Please select an option' }),
  show_timeline: z.boolean(),
  contact_info_hourly: z.boolean(),
  contact_info_flat: z.boolean(),
  contact_info_daily: z.boolean(),
  enforcement_enabled: z.boolean(),
  grace_minutes: minutes,
  penalty_amount: amount,
  min_charge_confidence: z.nullable(wholeBetween(1, 100)),
  second_read: z.enum(secondReads, { error: 'Please select an option' }),
  hold_after_outage: z.boolean(),
  hold_above_posted: z.boolean(),
  hold_above_amount: price,
  hold_above_hours: z.nullable(wholeBetween(1, 720)),
  desk_shows: z.enum(deskScopes, { error: 'Please select an option' }),
  desk_days: wholeBetween(1, 90),
  webflow_page_url: bookingLink,
  hidden: z.boolean(),
});
const spotFieldNames = namesOf(spotFields.shape);
export type SpotFields = z.infer<typeof spotFields>;

const { name, address_line1, city, state, timezone, classification, quantity } = spotFields.shape;
/** Required fields of a new property. */
const requiredFields = { name, address_line1, city, state, timezone, classification, quantity };

/**
 * The fields that an Admin may change. A property has no contact of its own: what is set is whose contact data its staff
 * see.
 */
const adminFields = [
  'name',
  'address_line1',
  'city',
  'state',
  'timezone',
  'quantity',
  'quantity_monthly',
  'price_hourly',
  'price_daily',
  'price_monthly',
  'price_flat',
  'daily_min',
  'daily_max',
  'contact_info_hourly',
  'contact_info_flat',
  'contact_info_daily',
  'webflow_page_url',
] as const satisfies readonly (keyof SpotFields)[];

/** The fields that a person may send. Superusers may send all; an Admin sets the kind of a property only once. */
export function listEditableFields(
  person: { superuser: boolean },
  property: 'new' | 'existing',
): readonly (keyof SpotFields)[] {
  if (person.superuser) return spotFieldNames;
  return property === 'new' ? [...adminFields, 'classification'] : adminFields;
}

/** How many properties Admins can add to an organization in a day. */
export const newSpotRules = { perDay: 50 } as const;
export const tooManySpotsMessage = `An organization can add ${newSpotRules.perDay} properties per day. Try again tomorrow.`;

/** The message at a field that the person may not send. */
export const superusersOnlyMessage = 'Only superusers may change this.';

export const createSpot = endpoint({
  method: 'POST',
  path: '/api/spots',
  summary:
    'Creates a property of an organization, with enforcement off unless a superuser turns it on',
  access: inOrganization('body.organization', adminOnly),
  body: z.extend(z.partial(spotFields), { ...requiredFields, organization: pkOrUuid }),
  answer: z.object({ pk: z.int(), uuid: z.string() }),
  failure: 'Could not create the property',
});

const byId = z.strictObject({ id: pkOrUuidText });

export const getSpotFields = endpoint({
  method: 'GET',
  path: '/api/spotmetadata/:id/',
  summary: 'How a property is set up',
  access: atSpot('params.id', adminOnly),
  params: byId,
  answer: z.extend(spotFields, { organization: z.int() }),
  failure: 'Cannot retrieve spots',
});

export const updateSpot = endpoint({
  method: 'PATCH',
  path: '/api/spots/:id/',
  summary: 'Changes the fields of a property that are sent; some only superusers may send',
  access: atSpot('params.id', adminOnly),
  params: byId,
  shown: spotFieldNames,
  body: withShown(z.partial(spotFields), spotFieldNames),
  answer: spotFields,
  failure: 'Could not change the property',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  name: ['The name of the property.', 'Mission Street Garage'],
  organization: ['The organization, by its number or UUID.', 7],
  'getSpotFields.organization': 'The number of the organization.',
  timezone: [
    'The time zone. A change leaves the days and hours of what is recorded already as they are.',
    'America/Phoenix',
  ],
  classification: 'What kind of property it is. Admins set it only at a new property.',
  contact_info_hourly: 'Whether staff may see the contact data of hourly drivers.',
  contact_info_flat: 'Whether staff may see the contact data of flat-rate drivers.',
  contact_info_daily: 'Whether staff may see the contact data of daily drivers.',
  enforcement_enabled: 'Whether cars that nobody paid for get violations. Superusers only.',
  grace_minutes: [
    'How many minutes a car may stay before it must be paid for. Superusers only.',
    15,
  ],
  penalty_amount: ['The penalty of a violation, in cents. Superusers only.', 5500],
  min_charge_confidence: [
    'How sure a camera must be of a plate before its car is charged, in percent. null = any. Superusers only.',
    85,
  ],
  second_read:
    'When a charge needs two reads of the same plate, or a person: never, within a day of the entrance or it’s taken back, or before it’s made. Superusers only.',
  hold_after_outage:
    'Whether a charge waits for a person if a camera saw nothing while the car may have left. Superusers only.',
  hold_above_posted:
    'Whether a charge above the price posted at the entrance waits for a person. Superusers only.',
  hold_above_amount:
    'Charges above this wait for a person, in cents; null = none does. Superusers only.',
  hold_above_hours: [
    'Stays that are owed for longer wait for a person, in hours; null = none does. Superusers only.',
    24,
  ],
  desk_shows:
    'Which unexplained cars wait at the plate desk: all, those that were seen to come in, or those whose charge is held. Superusers only.',
  desk_days: ['For how many days they wait there. Superusers only.', 30],
  visibility_page_section: 'What the page Visibility shows. Superusers only.',
  show_timeline: 'Whether the property has a timeline. Superusers only.',
  hidden: 'Whether the lists of properties leave it out. Superusers only.',
};
