import * as z from 'zod/mini';
import {
  adminAndEmployee,
  adminEmployeeEnforcer,
  adminOnly,
  atSpot,
  ofSpotRecord,
} from '../kernel/access.ts';
import { carDetails, carFields, carMessages, stateOfCountry } from '../kernel/car-fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import {
  atMost,
  emailField,
  oneLine,
  pk,
  pkOrUuidText,
  pkText,
  storable,
} from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import { withShown } from '../kernel/shown.ts';
import { transientTypes } from './filter-words.ts';
import { promoCodeField } from './promo-code-field.ts';

/** Drivers per page. */
export const driversPageSize = 20;

const slotTypes = [...transientTypes, 'monthly'] as const;
export type SlotType = (typeof slotTypes)[number];

const slotStates = ['ACTIVE', 'UPCOMING', 'ENDED'] as const;
export type SlotState = (typeof slotStates)[number];

const invoiceStatuses = ['open', 'paid', 'draft', 'void', 'uncollectible', 'past_due'] as const;

export const driverMessages = {
  email: 'Invalid email',
  state: 'License plate state is required',
  plate: 'License plate number is required',
  contact: 'Driver contact info is available upon request for this rate',
  noTenants: 'Tenant billing is not enabled at your property',
  notSwitchedOn: 'Drivers can’t be added for this organization. Ask support to turn it on.',
  ended: 'This rental has ended.',
  nothingToChange: 'Send cars, car or promo_code.',
  oneCar: 'Send either cars or car.',
  hasCode: 'This rental already has a discount code.',
  notForType: 'This discount code is not for this kind of rental.',
} as const;

/** A rental in the list of drivers, called `slot` on the wire. Timestamps are ISO 8601. */
export const slot = z.object({
  pk: z.int(),
  uuid: z.string(),
  rental_type: z.enum(slotTypes),
  cars_detail: z.array(carDetails),
  contact_shown: z.boolean(),
  renter_first_name: z.nullable(z.string()),
  renter_last_name: z.nullable(z.string()),
  renter_email: z.nullable(z.string()),
  renter_phone: z.nullable(z.string()),
  start_date: z.string(),
  end_date: z.nullable(z.string()),
  price_monthly: z.nullable(centsField),
  price_monthly_after_promo: z.nullable(centsField),
  paid: z.boolean(),
  promo_code_info: z.nullable(z.object({ code: z.string(), formatted_value: z.string() })),
  auto_started: z.boolean(),
});
export type Slot = z.infer<typeof slot>;

const isSlotType = (word: string): word is SlotType =>
  (slotTypes as readonly string[]).includes(word);

/** Parses a list of rental types such as 'flat,hourly'; null if a word isn’t a type. */
export function parseSlotTypes(text: string): SlotType[] | null {
  const words = [...new Set(text.split(','))];
  return words.every(isSlotType) ? words : null;
}

const typesText = z
  .string()
  .check(
    z.refine((text) => parseSlotTypes(text) !== null, `Must be a list of ${slotTypes.join(', ')}.`),
  );

export const listSlots = endpoint({
  method: 'GET',
  path: '/api/slots/',
  summary:
    'Active, upcoming or ended rentals of a property, with their drivers; search covers the plate, name, email and phone that the caller may see',
  access: atSpot('query.spotId', adminEmployeeEnforcer),
  logs: { page: 'drivers', field: 'searchTerm' },
  query: z.strictObject({
    spotId: pkOrUuidText,
    page: pageQuery,
    state: z._default(z.enum(slotStates), 'ACTIVE'),
    rentalType: z._default(typesText, slotTypes.join(',')),
    searchTerm: z._default(z.string().check(oneLine, z.trim(), atMost(100), storable), ''),
  }),
  answer: pageSchema(slot),
  freshFor: 60,
  failure: 'Could not fetch monthly renters',
});

export const driverEmail = emailField(driverMessages.email);

const nameText = z.optional(z.nullable(z.string().check(oneLine, z.trim(), atMost(80), storable)));

export const createSlot = endpoint({
  method: 'POST',
  path: '/api/slots/',
  summary: 'Adds a monthly driver from now on; this charges nothing',
  access: atSpot('body.spot', adminAndEmployee),
  body: z.strictObject({
    spot: z.union([pk, pkOrUuidText]),
    email: driverEmail,
    first_name: nameText,
    last_name: nameText,
    cars: z
      .array(z.strictObject(carFields).check(stateOfCountry()))
      .check(z.maxLength(1, 'One car per rental.')),
    request: z.optional(z.uuid()),
  }),
  answer: slot,
  failure: 'Could not add driver',
});

const byPk = z.strictObject({
  id: pkText,
});

/** What the form of a rental shows. */
const shownOfSlot = ['cars_detail'] as const;

export const updateSlot = endpoint({
  method: 'PATCH',
  path: '/api/slots/:id/',
  summary:
    'Changes the car of a rental, by the number from POST cars/ or by its plate, adds a discount code, or both; either everything is saved or nothing',
  access: ofSpotRecord('rental', 'params.id', adminOnly),
  params: byPk,
  shown: shownOfSlot,
  body: withShown(
    z.strictObject({
      cars: z.optional(
        z.array(pk).check(z.minLength(1, carMessages.state), z.maxLength(1, 'One car per rental.')),
      ),
      car: z.optional(z.strictObject(carFields).check(stateOfCountry())),
      promo_code: z.optional(promoCodeField),
    }),
    shownOfSlot,
  ).check(
    z.refine(({ cars, car, promo_code }) => Boolean(cars ?? car ?? promo_code), {
      error: driverMessages.nothingToChange,
      path: ['cars'],
    }),
    z.refine(({ cars, car }) => !(cars && car), {
      error: driverMessages.oneCar,
      path: ['car'],
    }),
  ),
  answer: slot,
  failure: 'Could not update rental',
});

export const removeSlot = endpoint({
  method: 'DELETE',
  path: '/api/slots/:id/',
  summary: 'Ends a monthly rental immediately: the driver may no longer park',
  access: ofSpotRecord('monthly rental', 'params.id', adminOnly),
  params: z.strictObject({ id: z.uuid() }),
  failure: 'Could not delete rental',
});

export const applySlotPromoCode = endpoint({
  method: 'POST',
  path: '/api/slots/:id/promo_code/',
  summary:
    'Adds a discount code to a rental that has none; only one person can get a code’s last use',
  access: ofSpotRecord('rental', 'params.id', adminOnly),
  params: byPk,
  body: z.strictObject({ promo_code: promoCodeField }),
  answer: slot,
  failure: 'Could not update rental',
});

/** A tenant who rents several spaces for their staff or members. */
export const tenantParking = z.object({
  uuid: z.string(),
  description: z.string(),
  slot_count: z.int(),
  active_rentals: z.int(),
  price_per_slot: centsField,
  invoice_status: z.enum(invoiceStatuses),
  owner: z.object({ email: z.string() }),
  start_date: z.string(),
  end_date: z.nullable(z.string()),
});
export type TenantParking = z.infer<typeof tenantParking>;

export const listBulkRentals = endpoint({
  method: 'GET',
  path: '/api/bulkrentals/',
  summary: 'The tenants of a property, by name, and how many of their spaces are rented now',
  access: atSpot('query.spot', adminEmployeeEnforcer),
  query: z.strictObject({ spot: pkOrUuidText }),
  answer: z.array(tenantParking),
  freshFor: 120,
  failure: 'Fetching active tenants failed.',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  email: 'The email address of the tenant.',
  'createSlot.email': 'The email address of the driver.',
  'car.state': ['The two letters of the plate’s state or province.', 'AZ'],
  'listSlots.state':
    'Only rentals that are active now, only upcoming ones, or only ended ones; a search finds those of the last 366 days.',
  cars: 'The car of the driver.',
  'updateSlot.cars':
    'The number of the car, from the call that adds cars. Leave it out if you send `car`.',
  'tenantParking.uuid': 'The UUID of the tenancy.',
  rental_type: 'How the rental is sold.',
  cars_detail: 'The cars of the rental.',
  renter_first_name: 'The first name of the driver; null if it isn’t known or not shown.',
  renter_last_name: 'The last name of the driver; null if it isn’t known or not shown.',
  start_date: ['When the rental starts, in ISO 8601.', '2026-06-15T16:30:00.000Z'],
  'tenantParking.start_date': 'When the tenancy starts, in ISO 8601.',
  end_date: 'When the rental ends, in ISO 8601; null for one that continues.',
  'tenantParking.end_date': 'When the tenancy ends, in ISO 8601; null for no end.',
  price_monthly: 'The price of a month before tax, in cents; null for rentals that aren’t monthly.',
  price_monthly_after_promo:
    'The price of a month after the discount, in cents; null without a monthly price.',
  promo_code_info: 'The discount code that the rental was booked with; null if none.',
  code: ['The discount code.', 'SUMMER5'],
  spotId: ['The property, by its number or UUID.', '1'],
  rentalType: ['Only rentals of these types, separated by commas.', 'hourly,monthly'],
  searchTerm:
    'Only rentals with this text in plate, name, email or phone, as far as the caller may see them.',
  car: 'The car by its plate. Leave it out if you send `cars`.',
  promo_code: ['The discount code.', 'SUMMER5'],
  description: 'What the spaces are for.',
  slot_count: 'How many spaces the tenant rents.',
  active_rentals: 'How many of the spaces are rented now.',
  price_per_slot: 'The price of a space for a month, in cents.',
  invoice_status: 'The state of the last invoice.',
  owner: 'The tenant.',
};
