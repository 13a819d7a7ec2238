import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { addDays, getWeekday, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import { startOfCalendarDay } from '@lotkeeper/contract/operations/calendar-days';
import type { RateCurve } from '@lotkeeper/contract/operations/rate-curves';
import { staticCurve } from '@lotkeeper/contract/operations/rate-curves';
import type { DemoLot } from './lot.ts';
import type { LotInWorld } from './world.ts';

/** The hourly price curves of some lots; the first hour always costs the lot's price. */
const curves: Record<string, RateCurve> = {
  meridian: { kind: 'linear', start: cents(0) },
  rooftop: {
    kind: 'stepwise',
    steps: [
      { minutes: 60, price: cents(3800) },
      { minutes: 120, price: cents(5600) },
      { minutes: 240, price: cents(7200) },
      { minutes: 1440, price: cents(9500) },
    ],
  },
  riverfront: { kind: 'exponential', growth: -1000 as BasisPoints },
  depot: { kind: 'moving', prices: [400, 300, 300, 200].map(cents) },
  hospital: { kind: 'moving_total', totals: [450, 800, 1100, 1400, 1600, 1800].map(cents) },
  harbor: {
    kind: 'cumulative_time',
    brackets: [
      { from: 0, price: cents(450) },
      { from: 240, price: cents(300) },
    ],
  },
};

interface DemoRate {
  name: string;
  unit: 'hour' | 'day' | 'month' | 'flat';
  price: number;
  curve: RateCurve;
  pricing_model_type: RateCurve['kind'];
  dynamic_daily_max: number | null;
  interval: 'daily' | 'weekly';
  priority: number;
  starts_at: Instant;
}

/** The rates of a lot since its history begins. */
export function buildRates(lot: DemoLot, { since }: LotInWorld): DemoRate[] {
  const first = toLocalDate(since, lot.timezone);
  const usual = { curve: staticCurve, dynamic_daily_max: null, interval: 'daily' } as const;
  const starts_at = startOfCalendarDay(first, lot.timezone);
  const hours = { curve: curves[lot.key] ?? staticCurve, dynamic_daily_max: lot.daily_max };
  const prices = [
    { name: 'Hourly', unit: 'hour', price: lot.price_hourly, ...hours },
    { name: 'Day pass', unit: 'day', price: lot.price_daily },
    { name: 'Monthly', unit: 'month', price: lot.price_monthly },
    { name: lot.events ? 'Event' : 'Flat rate', unit: 'flat', price: lot.price_flat },
  ] as const;
  const rates = prices.flatMap(({ price, ...fields }, priority): DemoRate[] => {
    if (price === null) return [];
    const rate = { ...usual, ...fields, price, priority, starts_at };
    return [{ ...rate, pricing_model_type: rate.curve.kind }];
  });
  if (lot.key !== 'trailhead') return rates;
  const saturday = addDays(first, (13 - getWeekday(first)) % 7);
  const weekend = { name: 'Saturdays', unit: 'hour', price: 500, interval: 'weekly' } as const;
  const on = { priority: 9, starts_at: startOfCalendarDay(saturday, lot.timezone) };
  return [...rates, { ...usual, ...weekend, ...on, pricing_model_type: 'static' }];
}
