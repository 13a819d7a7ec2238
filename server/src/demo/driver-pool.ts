import type { Driver } from '@lotkeeper/simulator/world/drivers';
import { makeDriver } from '@lotkeeper/simulator/world/drivers';
import type { Random } from '@lotkeeper/simulator/world/random';
import type { DemoLot } from './lot.ts';

/**
 * The drivers of a lot: some come nearly every other day, some occasionally, the rest once. Returns a function that
 * picks the next driver. Both groups of returning drivers change slowly over time.
 */
export function openDriverPool(seed: number, lot: DemoLot) {
  const flow = Math.max(lot.per_day, lot.visitors_per_day);
  const [frequent, returning] = lot.classification === 'Airport Lot' ? [0.05, 0.32] : [0.24, 0.42];
  const known = new Map<string, Driver>();
  let once = 0;
  const make = (key: string) => makeDriver(seed, `${lot.key} ${key}`, lot.state, lot.area_code);
  const findReturning = (key: string) => {
    let driver = known.get(key);
    if (!driver) known.set(key, (driver = make(key)));
    return driver;
  };
  return (random: Random, ago: number): Driver => {
    const roll = random.next();
    if (roll < frequent) {
      const size = Math.ceil(flow * 0.55) + 2;
      return findReturning(`f${random.int(0, size) + Math.floor((ago + 1000) / 25)}`);
    }
    if (roll < frequent + returning) {
      const size = Math.ceil(flow * 7);
      return findReturning(`r${random.int(0, size) + Math.floor(((ago + 1000) * flow) / 25)}`);
    }
    once += 1;
    return make(`o${once}`);
  };
}
