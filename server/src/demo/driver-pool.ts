import type { Driver } from '@lotkeeper/simulator/world/drivers';
import { makeDriver } from '@lotkeeper/simulator/world/drivers';
import type { Random } from '@lotkeeper/simulator/world/random';
import type { DemoLot } from './lot.ts';

/**
 * Who comes to a lot: some nearly every other day, some now and then, the rest once. Returns what chooses the next
 * driver. Both circles of returning ones move on slowly, as people do.
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
