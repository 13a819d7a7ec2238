import { priced } from './dynamic-price.ts';
import type { DemoLot, TransientType } from './lot.ts';

const freeMinutes = 30;

/** A stay's price before tax, and what it would have been without dynamic pricing. */
export function priceOfStay(
  lot: DemoLot,
  stay: {
    type: TransientType | 'enterprise';
    minutes: number;
    multiplier: number | null;
    promo: boolean;
  },
): { price: number; base: number | null } {
  const usual = listPrice(lot, stay, 1);
  if (stay.type === 'enterprise') return { price: Math.round(usual * 0.8), base: null };
  const fullPrice = stay.multiplier === null ? usual : listPrice(lot, stay, stay.multiplier);
  return {
    price: stay.promo ? Math.round(fullPrice * 0.85) : fullPrice,
    base: stay.multiplier === null ? null : usual,
  };
}

function listPrice(
  lot: DemoLot,
  { type, minutes }: { type: TransientType | 'enterprise'; minutes: number },
  multiplier: number,
): number {
  const times = (price: number) => priced(price, multiplier);
  const hourly = times(lot.price_hourly ?? 400);
  const dayMax = times(lot.daily_max ?? 2400);
  const ofHours = (hours: number) =>
    Math.floor(hours / 24) * dayMax + Math.min(dayMax, (hours % 24) * hourly);
  if (type === 'flat_rate') return times(lot.price_flat ?? 1500);
  if (type === 'daily') {
    return Math.max(1, Math.ceil((minutes - 300) / 1440)) * times(lot.price_daily ?? 2000);
  }
  if (type === 'free_until_hourly' && minutes <= freeMinutes) return 0;
  return ofHours(Math.ceil(minutes / 60));
}
