import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import { Random } from '@lotkeeper/simulator/world/random';
import type { PricePointInput } from '../records/operations/price-points.ts';
import type { DemoDay } from './days.ts';
import { dayFactor, hourWeights } from './demand.ts';
import type { DemoLocalEvent } from './local-events.ts';
import { findLocalEvent } from './local-events.ts';
import type { DemoLot } from './lot.ts';
import type { LotInWorld, World } from './world.ts';

export interface PriceInForce {
  /** 1.15 = 15 % above the base price. */
  multiplier: number;
  strategy: 'standard' | 'rate' | 'event';
}

/** Dynamic prices of each hour of a day; null if none was in force. */
export function dynamicPrices(
  seed: number,
  lot: DemoLot,
  day: DemoDay,
  localEvent: DemoLocalEvent | null,
): PriceInForce[] | null {
  if (lot.dynamic === null || -day.ago > lot.dynamic.since_days_ago) return null;
  const strategy = lot.dynamic.strategy === 'event' ? 'standard' : lot.dynamic.strategy;
  const weights = hourWeights(lot, day);
  const highest = Math.max(...weights);
  const demand = dayFactor(seed, lot, day);
  const random = new Random(seed, 'price', lot.key, day.date);
  return weights.map((weight, hour) => {
    const busy = 0.25 + 0.75 * (weight / highest);
    const raw = 0.97 + 0.2 * busy * Math.min(demand, 1.6) + 0.03 * random.normal();
    const surge = localEvent && inReach(localEvent, hour);
    const multiplier = Math.min(1.75, Math.max(0.85, surge ? raw + 0.12 : raw));
    return { multiplier: Math.round(multiplier * 20) / 20, strategy: surge ? 'event' : strategy };
  });
}

function inReach({ from, until }: DemoLocalEvent, hour: number): boolean {
  return hour >= Math.floor(from / 60) - 2 && hour <= Math.floor(until / 60);
}

/** A base price times a multiplier, rounded to a quarter of a dollar. */
export const priced = (base: number, multiplier: number) =>
  Math.max(25, Math.round((base * multiplier) / 25) * 25);

const daysOfHistory = 45;

/** The hourly prices that dynamic pricing set recently, which the stays of these days paid. */
export function buildPricePoints(world: World, at: LotInWorld): PricePointInput[] {
  const base = at.lot.price_hourly ?? 0;
  return at.days
    .filter((day) => day.ago <= 0 && day.ago >= -daysOfHistory)
    .flatMap((day) => {
      const localEvent = findLocalEvent(world.seed, at.lot, day);
      const prices = dynamicPrices(world.seed, at.lot, day, localEvent) ?? [];
      return prices.map(({ multiplier, strategy }, hour) => ({
        spot_pk: at.pk,
        starts_at: instant(day.start + hour * hourMs),
        price: cents(priced(base, multiplier)),
        base_price: cents(base),
        strategy,
      }));
    })
    .filter((point) => point.starts_at <= world.now);
}
