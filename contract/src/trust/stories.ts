import * as z from 'zod/mini';
import { ticketStatuses } from '../cars/violations.ts';
import { adminAndEmployee, ofSpotRecord } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText, pkText } from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';
import { rentalTypes } from '../people/rentals.ts';
import { storyEvent } from './story-events.ts';

/** Maximum visits, plate reads, ledger entries and audit entries of a story, each; the newest are shown. */
export const storyLimit = 200;

const storyRecords = ['rental', 'visit', 'violation'] as const;
export type StoryRecord = (typeof storyRecords)[number];

/** Ms since 1970. */
const timestamp = z.int();

const storyProperty = z.object({
  pk: z.int(),
  uuid: z.string(),
  organization: z.int(),
  name: z.string(),
  timezone: z.string(),
});

/** Make, model and color are null if no sender reported them. */
const storyCar = z.object({
  plate: z.string(),
  state: z.nullable(z.string()),
  country: z.nullable(z.string()),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  color: z.nullable(z.string()),
});

const storyRental = z.object({
  pk: z.int(),
  uuid: z.string(),
  rental_type: z.enum(rentalTypes),
  source: z.string(),
  auto_started: z.boolean(),
  start_date: timestamp,
  end_date: z.nullable(timestamp),
  ended_at: z.nullable(timestamp),
  paid: z.boolean(),
  contact_shown: z.boolean(),
  renter_name: z.nullable(z.string()),
  renter_email: z.nullable(z.string()),
  renter_phone: z.nullable(z.string()),
});

const storyViolation = z.object({
  pk: z.int(),
  uuid: z.string(),
  code: z.string(),
  status: z.enum(Object.keys(ticketStatuses) as [StoryViolationStatus, ...StoryViolationStatus[]]),
  amount: centsField,
  created_at: timestamp,
  waived_reason: z.nullable(z.string()),
  waived_by: z.nullable(z.string()),
});
type StoryViolationStatus = keyof typeof ticketStatuses;

const amounts = {
  gross: centsField,
  refund: centsField,
  tax: centsField,
  processing_fee: centsField,
  commission: centsField,
  net: centsField,
  /** Views of gross revenue (docs/money.md): they may overlap and are never added to it. */
  enforcement: centsField,
  marketing: centsField,
  dynamic_pricing: centsField,
};

const storyEntry = z.object({
  pk: z.int(),
  kind: z.enum(['charge', 'refund', 'penalty']),
  happened_at: timestamp,
  local_date: z.string(),
  source: z.string(),
  ...amounts,
  commission_rate: z.nullable(z.int()),
  payout: z.nullable(
    z.object({ pk: z.int(), local_date: z.string(), statement_descriptor: z.string() }),
  ),
});
export type StoryEntry = z.infer<typeof storyEntry>;

const storyMoney = z.object({
  entries: z.array(storyEntry),
  totals: z.object(amounts),
});
export type StoryMoney = z.infer<typeof storyMoney>;

/** A price before tax. */
const storyRate = z.object({
  rule: z.enum(['event', 'experiment', 'dynamic price', 'rate', 'price of the property']),
  name: z.nullable(z.string()),
  price: centsField,
  unit: z.enum(['hour', 'day', 'flat']),
  base_price: z.nullable(centsField),
});
export type StoryRate = z.infer<typeof storyRate>;

/** Where the price came from, as far as it was recorded. */
const storyPrice = z.object({
  basis: z.enum(['kept', 'month', 'space', 'sender']),
  rate: z.nullable(storyRate),
  price: z.nullable(centsField),
  rate_at_start: z.nullable(storyRate),
  promo_code: z.nullable(z.object({ code: z.string(), formatted_value: z.string() })),
});
export type StoryPrice = z.infer<typeof storyPrice>;

const story = z.object({
  /** `entry` occurs in evidence packets only: a ledger entry without a rental or violation. */
  record: z.enum([...storyRecords, 'entry']),
  property: storyProperty,
  car: z.nullable(storyCar),
  rental: z.nullable(storyRental),
  violations: z.array(storyViolation),
  money: z.nullable(storyMoney),
  price: z.nullable(storyPrice),
  events: z.array(storyEvent),
  not_listed: z.object({
    visits: z.int(),
    reads: z.int(),
    entries: z.int(),
    audit_entries: z.int(),
  }),
});
export type Story = z.infer<typeof story>;

export const getRentalStory = endpoint({
  method: 'GET',
  path: '/api/rentals/:id/story/',
  summary: 'Everything that is recorded about one rental, from the booking to the payout',
  access: ofSpotRecord('rental', 'params.id', adminAndEmployee),
  params: z.strictObject({ id: pkOrUuidText }),
  answer: story,
  freshFor: 60,
  failure: 'Could not fetch the rental',
});

export const getVisitStory = endpoint({
  method: 'GET',
  path: '/api/visits/:id/story/',
  summary: 'Everything that is recorded about one visit, and about its rental and violation',
  access: ofSpotRecord('visit', 'params.id', adminAndEmployee),
  params: z.strictObject({ id: pkText }),
  answer: story,
  freshFor: 60,
  failure: 'Could not fetch the visit',
});

export const getViolationStory = endpoint({
  method: 'GET',
  path: '/api/violations/:id/story/',
  summary: 'Everything that is recorded about one violation, and about its visit and rental',
  access: ofSpotRecord('violation', 'params.id', adminAndEmployee),
  params: z.strictObject({ id: pkOrUuidText }),
  answer: story,
  freshFor: 60,
  failure: 'Could not fetch the violation',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  reads: 'Plate reads that aren’t listed.',
  organization: 'The number of the organization.',
  name: 'The name of the event, experiment or rate; null if it has none.',
  'property.name': ['The name of the property.', 'Mission Street Garage'],
  state: 'The two letters of the plate’s state; null if it isn’t known.',
  country: 'The country of the plate; null if it isn’t known.',
  start_date: 'When it starts, in milliseconds since 1970.',
  end_date:
    'The end that was booked, or when it ended, in milliseconds since 1970; null for no end.',
  ended_at:
    'When the sender reported that the driver left, in milliseconds since 1970; null if it didn’t.',
  renter_name: 'The name of the driver; null if it isn’t known or not shown.',
  'violations.code': ['The number of the violation.', 'V7K2QX'],
  status: 'Whether the violation is open (`Created`), paid or waived.',
  amount: 'The penalty in cents.',
  tax: 'The tax inside, in cents; below 0 for a refund, which gives it back.',
  'totals.tax': 'The tax inside, less the tax of refunds, in cents.',
  processing_fee: 'What the payment processor kept, in cents.',
  enforcement:
    'The part of gross, in cents, that is a penalty or belongs to a rental that started by itself. It is never added to gross.',
  marketing:
    'The part of gross, in cents, that a booking site or a discount code brought. It is never added to gross.',
  dynamic_pricing: 'The part of gross, in cents, above the base price. It is never added to gross.',
  kind: 'What kind of ledger entry it is.',
  commission_rate:
    'The commission in basis points: 1000 is 10 percent. null if the organization’s rate doesn’t result in exactly this commission.',
  payout: 'The payout that the entry was paid out with; null if it will be in the next one.',
  entries: 'The ledger entries, in time order.',
  'not_listed.entries': 'Ledger entries that aren’t listed.',
  totals: 'The sums of all ledger entries, with those that aren’t listed.',
  rule: 'What set the price.',
  price: 'Where the price came from. null for callers who may not see money.',
  'rate.price': 'The price for a unit before tax, in cents.',
  'price.price': 'The price of a month or of a tenant’s space, in cents; null for others.',
  'rate_at_start.price': 'The price for a unit before tax, in cents.',
  rate: 'The rate that was kept; null if none was.',
  base_price: 'The price without dynamic pricing, in cents; null if that wasn’t in force.',
  basis:
    '`kept`: the rate was kept when the stay was charged. `month`, `space`: the price of a month, or of a tenant’s space. `sender`: the sender set it.',
  rate_at_start:
    'The rate that was in force at the start; null if a booking site set the price, or nothing is sold.',
  promo_code: 'The discount code that it was booked with; null if none.',
  record: 'What the story is about.',
  property: 'The property.',
  violations: 'The violations of the stay.',
  money: 'The money of the story. null for callers who may not see money.',
  events: 'What happened, in time order.',
  not_listed: 'How many records there are beyond those that are listed.',
  visits: 'Visits that aren’t listed.',
  audit_entries: 'Audit entries that aren’t listed.',
};
