import * as z from 'zod/mini';
import { adminAndEmployee, ofSpotRecord } from './kernel/access.ts';
import { endpoint } from './kernel/endpoint.ts';
import { pkOrUuidText, pkText } from './kernel/fields.ts';
import { centsField } from './kernel/money.ts';
import { rentalTypes } from './rentals.ts';
import { storyEvent } from './story-events.ts';
import { ticketStatuses } from './violations.ts';

/** Visits, plate reads, ledger entries and audit entries of a story: this many of each, the newest ones. */
export const storyLimit = 200;

const storyRecords = ['rental', 'visit', 'violation'] as const;
export type StoryRecord = (typeof storyRecords)[number];

/** Ms since 1970. */
const timestamp = z.int();

const storyProperty = z.object({
  pk: z.int(),
  uuid: z.string(),
  /** pk of the organization that owns it. */
  organization: z.int(),
  name: z.string(),
  timezone: z.string(),
});

/** Make, model and color are null where no sender reported them. */
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
  /** The end that was booked, or when the rental ended; null = it has no end yet. */
  end_date: z.nullable(timestamp),
  /** When its sender reported that the driver left. */
  ended_at: z.nullable(timestamp),
  paid: z.boolean(),
  /** As the page Drivers shows them: if the rate doesn't allow it, all of them are null. */
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
  /** null = nobody waived it, or the rules of enforcement did. */
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
  /** Views of gross (docs/money.md): they may overlap and are never added to it. */
  enforcement: centsField,
  marketing: centsField,
  dynamic_pricing: centsField,
};

const storyEntry = z.object({
  pk: z.int(),
  kind: z.enum(['charge', 'refund', 'penalty']),
  happened_at: timestamp,
  /** By the property's calendar. */
  local_date: z.string(),
  source: z.string(),
  ...amounts,
  /** In basis points; null unless the organization's rate results in exactly this commission. */
  commission_rate: z.nullable(z.int()),
  /** The payout that paid the entry out; null = it will be in the next payout. */
  payout: z.nullable(
    z.object({ pk: z.int(), local_date: z.string(), statement_descriptor: z.string() }),
  ),
});
export type StoryEntry = z.infer<typeof storyEntry>;

const storyMoney = z.object({
  /** In time order. */
  entries: z.array(storyEntry),
  /** Of all entries, those that aren't listed too. */
  totals: z.object(amounts),
});
export type StoryMoney = z.infer<typeof storyMoney>;

/** A price before tax. */
const storyRate = z.object({
  rule: z.enum(['event', 'experiment', 'dynamic price', 'rate', 'price of the property']),
  /** What the event, experiment or rate is called. */
  name: z.nullable(z.string()),
  price: centsField,
  unit: z.enum(['hour', 'day', 'flat']),
  /** The price without dynamic pricing; null = that was not in force. */
  base_price: z.nullable(centsField),
});
export type StoryRate = z.infer<typeof storyRate>;

/** Where the price came from, as far as the records say it. */
const storyPrice = z.object({
  /**
   * `kept`: the rate was kept when the stay was charged. `month` and `space`: the price is part of the rental or of
   * its tenant. `sender`: the source of the rental set it, and the records don't say how.
   */
  basis: z.enum(['kept', 'month', 'space', 'sender']),
  /** The rate that was kept. */
  rate: z.nullable(storyRate),
  /** The price of a month or of a tenant's space. */
  price: z.nullable(centsField),
  /** What Lotkeeper would have charged at the start; null where a booking site set the price, or nothing is sold. */
  rate_at_start: z.nullable(storyRate),
  promo_code: z.nullable(z.object({ code: z.string(), formatted_value: z.string() })),
});
export type StoryPrice = z.infer<typeof storyPrice>;

const story = z.object({
  /** `entry` in evidence packets only: a ledger entry that belongs to no rental and no violation. */
  record: z.enum([...storyRecords, 'entry']),
  property: storyProperty,
  car: z.nullable(storyCar),
  rental: z.nullable(storyRental),
  violations: z.array(storyViolation),
  /** Only Admins get money, and how the price came to be. */
  money: z.nullable(storyMoney),
  price: z.nullable(storyPrice),
  /** In time order. */
  events: z.array(storyEvent),
  /** How many there are beyond those that are listed. */
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
