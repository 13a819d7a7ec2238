import type { Driver } from '@lotkeeper/simulator/world/drivers';
import { makeDriver } from '@lotkeeper/simulator/world/drivers';
import type { Random } from '@lotkeeper/simulator/world/random';
import type { DemoLot } from './lot.ts';

/** Who comes to a lot: some nearly every other day, some now and then, the rest once. */
export class DriverPool {
  #seed: number;
  #lot: DemoLot;
  #once = 0;
  #known = new Map<string, Driver>();

  constructor(seed: number, lot: DemoLot) {
    this.#seed = seed;
    this.#lot = lot;
  }

  /** The next driver. Both circles of returning ones move on slowly, as people do. */
  next(random: Random, ago: number): Driver {
    const { per_day: perDay, visitors_per_day: visitors, classification } = this.#lot;
    const flow = Math.max(perDay, visitors);
    const [frequent, returning] = classification === 'Airport Lot' ? [0.05, 0.32] : [0.24, 0.42];
    const roll = random.next();
    if (roll < frequent) {
      const size = Math.ceil(flow * 0.55) + 2;
      return this.#returning(`f${random.int(0, size) + Math.floor((ago + 1000) / 25)}`);
    }
    if (roll < frequent + returning) {
      const size = Math.ceil(flow * 7);
      return this.#returning(`r${random.int(0, size) + Math.floor(((ago + 1000) * flow) / 25)}`);
    }
    this.#once += 1;
    return this.#make(`o${this.#once}`);
  }

  #returning(key: string): Driver {
    let driver = this.#known.get(key);
    if (!driver) this.#known.set(key, (driver = this.#make(key)));
    return driver;
  }

  #make(key: string): Driver {
    const { key: lot, state, area_code } = this.#lot;
    return makeDriver(this.#seed, `${lot} ${key}`, state, area_code);
  }
}
