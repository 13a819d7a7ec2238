import * as z from 'zod/mini';
import { adminEmployeeAccountant, atSpot } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';
import { pricingStrategies } from '../platform/spots.ts';

/** One point of a property's price history: the hourly price from this time on. */
export const pricePoint = z.object({
  local_time: z.string(),
  price: centsField,
  price_formatted: z.string(),
  base_price: centsField,
  strategy: z.enum(pricingStrategies),
  multiplier: z.number(),
});
export type PricePoint = z.infer<typeof pricePoint>;

/** Days before today on the detail page's chart: with today, seven. */
export const pricingHistoryDays = 6;

export const getMultidayPricingHistory = endpoint({
  method: 'GET',
  path: '/api/spots/:id/multiday_pricing_history/',
  summary: 'The hourly price of a property over the last days, one point per hour',
  access: atSpot('params.id', adminEmployeeAccountant),
  params: z.strictObject({ id: pkOrUuidText }),
  query: z.strictObject({
    days: z.pipe(
      z.string().check(z.regex(/^([0-9]|[12]\d|30)$/, 'Must be a number from 0 to 30.')),
      z.transform(Number),
    ),
  }),
  answer: z.array(pricePoint),
  freshFor: 10 * 60,
  failure: 'Something went wrong',
});

/**
 * The chart's vertical range in cents: from 20 % below the base price, or the lowest price if that is lower, to at
 * least 1.3 × base and 60 cents above the highest price.
 */
export function priceAxis(points: readonly PricePoint[]): { min: number; max: number } {
  if (points.length === 0) return { min: 0, max: 100 };
  const base = points[points.length - 1]?.base_price ?? 0;
  const highest = Math.max(...points.map((point) => point.price));
  const lowest = Math.min(...points.map((point) => point.price));
  return {
    min: Math.min(Math.floor(base * 0.8), lowest),
    max: Math.max(Math.ceil(base * 1.3), highest + 60),
  };
}

/** The daily minimum in hours: how long a stay must be before the hourly price exceeds it. */
export function dailyMinimumHours(prices: {
  daily_min: number | null;
  price_hourly: number | null;
}): number | null {
  if (prices.daily_min === null || !prices.price_hourly) return null;
  return prices.daily_min / prices.price_hourly;
}

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  local_time: ['The time at the property, from which the price was in force.', '2026-06-15 09:00'],
  price: 'The price of an hour, in cents.',
  price_formatted: ['`price` in dollars.', '$5'],
  base_price: 'The price without dynamic pricing, in cents.',
  strategy: 'What set the price.',
  multiplier: 'The price divided by the base price.',
  days: ['How many days before today, from 0 to 30.', '6'],
};
