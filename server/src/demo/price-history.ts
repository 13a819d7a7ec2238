import { instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { PricePointInput } from '../records/price-points.ts';
import { dynamicPrices, priced } from './dynamic-price.ts';
import { happeningOn } from './happenings.ts';
import type { LotInWorld, World } from './world.ts';

const daysOfHistory = 45;

/** The hourly prices that dynamic pricing set lately, the ones that the stays of these days paid. */
export function buildPricePoints(world: World, at: LotInWorld): PricePointInput[] {
  const base = at.lot.price_hourly ?? 0;
  return at.days
    .filter((day) => day.ago <= 0 && day.ago >= -daysOfHistory)
    .flatMap((day) => {
      const happening = happeningOn(world.seed, at.lot, day);
      const prices = dynamicPrices(world.seed, at.lot, day, happening) ?? [];
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
