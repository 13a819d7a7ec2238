import * as z from 'zod/mini';
import { atSpot, ofSpotRecord } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { amountField, centsField, zeroCents } from '../kernel/money.ts';
import { namesOf, withShown } from '../kernel/shown.ts';
import { pricingUnits } from '../platform/spots.ts';
import { calendarQuery } from './calendar-days.ts';
import type { StayPrice } from './rate-curves.ts';
import { priceOfStay, pricingModels, rateCurve, usesPrice } from './rate-curves.ts';
import { intervals } from './recurrence.ts';

export const rateMessages = {
  required: 'This is required',
  unit: 'Only a static price can be per day, month or stay.',
  end: 'Must not be before the first day.',
  otherSpot: 'A rate can’t move to another property.',
  added: (name: string) => `Added rate: ${name}`,
  changed: (name: string) => `Updated rate: ${name}`,
  removed: (name: string) => `Deleted rate: ${name}`,
} as const;

const priorityError = 'Must be a whole number, 0 to 1000.';
const settings = {
  name: text(100),
  curve: rateCurve,
  unit: z.enum(pricingUnits),
  /** Cents per unit; for curves with prices of their own, the computed price of the first hour. */
  price: amountField,
  dynamic_daily_max: z.nullable(amountField),
  interval: z.enum(intervals),
  /** If several rates apply, the highest priority is used. */
  priority: z
    .int({ error: priorityError })
    .check(z.minimum(0, priorityError), z.maximum(1000, priorityError)),
  /** The first and last calendar day, each from 5:00 to 5:00; null = no limit. */
  start_date: localDateText,
  end_date: z.nullable(localDateText),
};
const rateFields = namesOf(settings);
const rateSettings = z.object(settings);
/** The fields of a rate that superusers edit. */
export type RateSettings = z.output<typeof rateSettings>;

/** A rate of a property. */
export const rate = z.extend(rateSettings, {
  pk: z.int(),
  spot: z.int(),
  pricing_model_type: z.enum(pricingModels),
});
export type Rate = z.infer<typeof rate>;

/** A rate on one day. `start` and `end` are ISO 8601 in UTC. */
export const rateDay = z.extend(rate, {
  date_string: localDateText,
  start: z.string(),
  end: z.string(),
});
export type RateDay = z.infer<typeof rateDay>;

/** A price experiment on one day: each segment is shown to its share of the plates. */
export const experimentDay = z.object({
  pk: z.int(),
  name: z.string(),
  date_string: localDateText,
  start: z.string(),
  end: z.string(),
  segments: z.array(
    z.object({
      uuid: z.string(),
      name: z.string(),
      percentage: z.int(),
      rates: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          price: centsField,
          unit: z.enum(pricingUnits),
        }),
      ),
    }),
  ),
});
export type ExperimentDay = z.infer<typeof experimentDay>;

const superusers: readonly never[] = [];
const rateParams = z.strictObject({
  id: pkText,
});
const spot = z.union([pk, pkOrUuidText], { error: 'Must be the number or uuid of a property.' });

export const listRateDays = endpoint({
  method: 'GET',
  path: '/api/rates_calendar/',
  summary: 'The rates of a property on each day',
  access: atSpot('query.spot', superusers),
  events: [],
  query: calendarQuery,
  answer: z.object({ results: z.array(rateDay), count: z.int() }),
  freshFor: 60,
  failure: 'Could not fetch rates',
});

export const listExperimentDays = endpoint({
  method: 'GET',
  path: '/api/experiments_calendar/',
  summary: 'The pricing experiments of a property on each day, with their segments',
  access: atSpot('query.spot', superusers),
  events: [],
  query: calendarQuery,
  answer: z.object({ results: z.array(experimentDay), count: z.int() }),
  freshFor: 60,
  failure: 'Could not fetch experiments',
});

export const createRate = endpoint({
  method: 'POST',
  path: '/api/rates/',
  summary: 'Adds a rate to a property',
  access: atSpot('body.spot', superusers),
  body: z.strictObject({
    ...settings,
    price: z._default(z.nullable(amountField), null),
    spot,
  }),
  answer: rate,
  failure: 'Could not add rate',
});

export const updateRate = endpoint({
  method: 'PATCH',
  path: '/api/rates/:id/',
  summary: 'Changes the fields of a rate that are sent',
  access: ofSpotRecord('rate', 'params.id', superusers),
  params: rateParams,
  shown: rateFields,
  body: withShown(z.partial(z.strictObject({ ...settings, spot })), rateFields),
  answer: rate,
  failure: 'Could not update rate',
});

export const removeRate = endpoint({
  method: 'DELETE',
  path: '/api/rates/:id/',
  summary: 'Deletes a rate; its charges are kept',
  access: ofSpotRecord('rate', 'params.id', superusers),
  params: rateParams,
  failure: 'Could not delete rate',
});

/** A rate that is being edited; the price may still be missing. */
export type RateDraft = Omit<RateSettings, 'price'> & { price: RateSettings['price'] | null };

/** The pricing of stays at a rate; null for monthly rates, which don't price stays. */
export function toStayPrice(
  { unit, price, curve, dynamic_daily_max }: Omit<RateDraft, 'name'>,
  daily: Pick<StayPrice, 'daily_min' | 'daily_max'>,
): StayPrice | null {
  if (unit === 'month') return null;
  const daily_max = dynamic_daily_max ?? daily.daily_max;
  return { unit, price: price ?? zeroCents, curve, daily_min: daily.daily_min, daily_max };
}

/** Normalizes a rate: only hours have daily limits, and a curve with its own prices sets the first hour's price. */
export function settledRate(draft: RateDraft): RateDraft {
  const dynamic_daily_max = draft.unit === 'hour' ? draft.dynamic_daily_max : null;
  if (usesPrice(draft.curve.kind)) return { ...draft, dynamic_daily_max };
  const plain = { unit: 'hour', price: zeroCents, daily_min: null, daily_max: null } as const;
  return { ...draft, dynamic_daily_max, price: priceOfStay({ ...plain, curve: draft.curve }, 60) };
}

/** Validates a rate before it is saved: an error message per invalid field. */
export function rateProblems(draft: RateDraft): Partial<Record<keyof RateSettings, string>> {
  const { required, unit, end } = rateMessages;
  return {
    ...(draft.name.trim() ? {} : { name: required }),
    ...(draft.price === null && usesPrice(draft.curve.kind) ? { price: required } : {}),
    ...(draft.unit !== 'hour' && draft.curve.kind !== 'static' ? { unit } : {}),
    ...(draft.end_date !== null && draft.end_date < draft.start_date ? { end_date: end } : {}),
  };
}

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  end: 'When it ends, in ISO 8601, in UTC.',
  ':query.end': ['The last day, at the property. It is included.', '2026-06-30'],
  name: 'The name of the rate.',
  'segments.name': 'The name of the group.',
  'experimentDay.name': 'The name of the experiment.',
  curve: 'How the price of a stay follows from its length, with the numbers that it needs.',
  'createRate.price':
    'The price for a unit before tax, in cents; null for curves with prices of their own.',
  dynamic_daily_max: 'The most that 24 hours cost, in cents; null takes that of the property.',
  priority: 'Of several rates, the one with the greatest priority counts. 0 to 1,000.',
  start_date: 'The first calendar day, from 5:00 to 5:00.',
  end_date: 'The last calendar day, from 5:00 to 5:00; null for no end.',
  'rate.spot': 'The number of the property.',
  'rateDay.spot': 'The number of the property.',
  pricing_model_type: 'How the price of a stay follows from its length.',
  start: 'When it begins, in ISO 8601, in UTC.',
  ':query.start': ['The first day, at the property.', '2026-06-01'],
  segments: 'The groups of plates that see different prices.',
  uuid: 'The UUID of the group.',
  percentage: 'The share of the plates in the group, in percent.',
  rates: 'The rates that the group sees.',
  id: 'The number of the rate.',
};
