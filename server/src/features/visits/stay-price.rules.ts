import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';

/** A price in force, in cents before tax per started unit; `flat` is one price for the whole stay. */
export interface Rate {
  rule: 'event' | 'experiment' | 'dynamic price' | 'rate' | 'price of the property';
  /** What the event, segment or rate is called; null where it has no name. */
  name: string | null;
  unit: 'hour' | 'day' | 'flat';
  price: Cents;
  /** What an hour would cost without dynamic pricing; null when that was not in force. */
  base_price: Cents | null;
  /** What 24 hours cost at least and at most. Only hours know them. */
  daily_min: Cents | null;
  daily_max: Cents | null;
}

/** How a rental at a rate is called. */
export const rentalTypeOf = { hour: 'hourly', day: 'daily', flat: 'flat_rate' } as const;

const unitMs = { hour: hourMs, day: dayMs, flat: dayMs };

/** Where the first unit of a rental ends; a flat rate is told as a day. */
export const endOfFirstUnit = (rate: Rate, from: Instant) => (from + unitMs[rate.unit]) as Instant;

const started = (ms: number, unit: number) => Math.max(1, Math.ceil(ms / unit));

function priceOfHours({ price, daily_min, daily_max }: Rate, hours: number): number {
  const upToADay = (count: number) =>
    Math.min(daily_max ?? Number.MAX_SAFE_INTEGER, Math.max(daily_min ?? 0, count * price));
  const rest = hours % 24;
  return Math.floor(hours / 24) * upToADay(24) + (rest > 0 ? upToADay(rest) : 0);
}

/**
 * What a stay costs before tax, in cents: each started unit; hours at most `daily_max` and at least `daily_min`
 * for each 24 of them. A stay of no length costs the first unit.
 */
export function priceOfStay(rate: Rate, from: Instant, until: Instant): Cents {
  if (rate.unit === 'flat') return rate.price;
  const units = started(until - from, unitMs[rate.unit]);
  return cents(rate.unit === 'day' ? units * rate.price : priceOfHours(rate, units));
}

/** What the same stay would cost at the base price; null when no dynamic price was in force. */
export const basePriceOfStay = (rate: Rate, from: Instant, until: Instant): Cents | null =>
  rate.base_price === null ? null : priceOfStay({ ...rate, price: rate.base_price }, from, until);
