import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { StayPrice } from '@lotkeeper/contract/operations/rate-curves';
import { firstUnitMinutes, priceOfStay } from '@lotkeeper/contract/operations/rate-curves';

/** A price in force, in cents before tax. */
export interface Rate extends StayPrice {
  rule: 'event' | 'experiment' | 'dynamic price' | 'rate' | 'price of the property';
  /** The name of the event, segment, or rate; null where it has none. */
  name: string | null;
  /** The hourly price without dynamic pricing; null when that was not in force. */
  base_price: Cents | null;
}

export const rentalTypeOf = { hour: 'hourly', day: 'daily', flat: 'flat_rate' } as const;

/** Where the first unit of a rental ends; a flat rate counts as a day. */
export const endOfFirstUnit = (rate: Rate, from: Instant) =>
  instant(from + firstUnitMinutes(rate) * minuteMs);

/** What a stay costs before tax, in cents; started minutes count in full. A stay of no length costs the first unit. */
export const priceOfTime = (rate: Rate, from: Instant, until: Instant): Cents =>
  priceOfStay(rate, Math.ceil((until - from) / minuteMs));

/** What the same stay would cost at the base price; null when no dynamic price was in force. */
export const basePriceOfTime = (rate: Rate, from: Instant, until: Instant): Cents | null =>
  rate.base_price === null ? null : priceOfTime({ ...rate, price: rate.base_price }, from, until);
