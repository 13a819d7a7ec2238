import { createHash } from 'node:crypto';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { staticCurve } from '@lotkeeper/contract/operations/rate-curves';
import type { EventRow } from './events.ts';
import type { Rate } from './stay-price.ts';

/** A segment of an experiment: this share of the plates is shown this price. */
export interface Segment {
  pk: number;
  name: string;
  percentage: number;
  price: Cents;
  unit: Rate['unit'];
}

/** A rate that is in force at the property. */
export interface RateRow extends Pick<Rate, 'price' | 'unit' | 'curve'> {
  name: string;
  dynamic_daily_max: Cents | null;
}

/** Everything that could set the price of a stay that begins at a given time. */
export interface Prices {
  event: Pick<EventRow, 'name' | 'display_price' | 'price_unit'> | null;
  /** The running experiment, with its segments by pk. */
  experiment: { pk: number; segments: readonly Segment[] } | null;
  /** The price point in force; null where dynamic pricing is off. */
  point: { price: Cents; base_price: Cents } | null;
  rate: RateRow | null;
  spot: {
    price_hourly: Cents | null;
    price_daily: Cents | null;
    price_flat: Cents | null;
    daily_min: Cents | null;
    daily_max: Cents | null;
  };
}

/** Picks the segment of a plate: always the same one of an experiment, however look-alike characters were read. */
export function pickSegment(
  experiment: { pk: number; segments: readonly Segment[] },
  plateFold: string,
): Segment | null {
  const hash = createHash('sha256').update(`${experiment.pk}:${plateFold}`).digest();
  let left = hash.readUInt32BE(0) % 100;
  for (const segment of experiment.segments) {
    if (left < segment.percentage) return segment;
    left -= segment.percentage;
  }
  return null;
}

function priceOfSpot(prices: Prices['spot']): Pick<Rate, 'price' | 'unit'> | null {
  const { price_hourly, price_daily, price_flat } = prices;
  if (price_hourly !== null) return { unit: 'hour', price: price_hourly };
  if (price_daily !== null) return { unit: 'day', price: price_daily };
  return price_flat === null ? null : { unit: 'flat', price: price_flat };
}

/**
 * Picks the price of a stay without a rental: an event's, else an experiment's, else the dynamic price, else the rate
 * in force, else the property's own hourly, daily, or flat price; null when nothing is sold there.
 */
export function rateInForce(prices: Prices, plateFold: string): Rate | null {
  const { event, experiment, point, rate, spot } = prices;
  const { daily_min, daily_max } = spot;
  const plain = { name: null, base_price: null, curve: staticCurve, daily_min, daily_max };
  if (event?.display_price != null) {
    const { name, price_unit: unit, display_price: price } = event;
    return { ...plain, rule: 'event', name, unit, price };
  }
  const segment = experiment && pickSegment(experiment, plateFold);
  if (segment) {
    const { name, unit, price } = segment;
    return { ...plain, rule: 'experiment', name, unit, price };
  }
  if (point) return { ...plain, ...point, rule: 'dynamic price', unit: 'hour' };
  if (rate) {
    const { dynamic_daily_max, ...own } = rate;
    return { ...plain, ...own, rule: 'rate', daily_max: dynamic_daily_max ?? daily_max };
  }
  const own = priceOfSpot(spot);
  return own && { ...plain, ...own, rule: 'price of the property' };
}
